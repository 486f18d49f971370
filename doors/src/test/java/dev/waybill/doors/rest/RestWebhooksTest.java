package dev.waybill.doors.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonObject;
import dev.waybill.journal.store.Scope;
import dev.waybill.runtime.egress.EgressRules;
import dev.waybill.testkit.HookReceiver;
import dev.waybill.testkit.Interop;
import dev.waybill.testkit.Until;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Webhooks over HTTP, with a real receiver.
class RestWebhooksTest {

    private final HookReceiver receiver;
    private final RestDesk desk =
            new RestDesk().knows("noop", "core.noop", "").knows("gate", "core.approvalGate", "'title':'Sure?'");

    RestWebhooksTest() throws IOException {
        receiver = new HookReceiver();
    }

    @AfterEach
    void close() {
        desk.close();
        receiver.close();
        assertThat(desk.troubles).isEmpty();
    }

    private Reply register(String events) {
        return desk.post(
                "/v1/webhooks", "{'url':'%s','events':[%s],'tenantId':'acme'}".formatted(receiver.url(), events));
    }

    private Reply delete(String path, String key) {
        return desk.send(desk.request(path, key).DELETE().build());
    }

    private JsonObject listed() {
        return desk.get("/v1/webhooks")
                .is(200)
                .json()
                .array("webhooks")
                .orElseThrow()
                .items()
                .getFirst()
                .asObject()
                .orElseThrow();
    }

    private void untilListed(String member, String value) {
        Until.seen(this::listed, it -> String.valueOf(it.get(member)).equals(value));
    }

    @Test
    void aDeliveryIsSignedAndNamesItsEventUnderBothHeaders() throws Exception {
        Reply registered = register("'run.completed'").is(201);
        assertThat(registered.json().names()).containsExactly("webhookId", "secret", "secretFingerprint");
        String secret = registered.text("secret");
        assertThat(registered.text("secretFingerprint"))
                .isEqualTo(
                        Digest.of(secret.getBytes(StandardCharsets.UTF_8)).hex().substring(0, 8));
        String run = desk.start("noop");

        HookReceiver.Got got = receiver.untilType("run.completed").getFirst();
        assertThat(got.isSignedWith(secret)).isTrue();
        assertThat(got.isSignedWith(secret + "x")).isFalse();
        assertThat(RestDesk.read(got.body()).names()).containsExactly("runId", "workspaceId", "type", "event");
        assertThat(RestDesk.read(got.body()).string("runId")).contains(run);
        assertThat(RestDesk.read(got.body()).string("workspaceId")).contains("acme");
        assertThat(RestDesk.read(got.body()).object("event"))
                .contains(desk.events(run).getLast());
        assertThat(got.header("Content-Type")).isEqualTo("application/json");
        assertThat(got.header("X-openwop-Webhook-Id")).isEqualTo(registered.text("webhookId"));
        assertThat(got.header("X-openwop-Event-Type")).isEqualTo("run.completed");
        assertThat(got.header("X-openwop-Signature-Algorithm")).isEqualTo("v1");
        assertThat(got.header("X-openwop-Timestamp")).matches("\\d{10}");
        for (String name : List.of("Webhook-Id", "Event-Type", "Timestamp", "Signature", "Signature-Algorithm")) {
            assertThat(got.header("OpenWOP-" + name)).isEqualTo(got.header("X-openwop-" + name));
        }
        assertThat(receiver.types()).containsExactly("run.completed");
    }

    @Test
    void everyEventOfARunArrivesInItsOrder() {
        register("'*'").is(201);
        String run = desk.start("noop");
        receiver.untilType("run.completed");
        assertThat(receiver.types())
                .containsExactlyElementsOf(desk.events(run).stream()
                        .map(event -> event.string("type").orElseThrow())
                        .toList());
        assertThat(receiver.types()).startsWith("run.started");
    }

    @Test
    void namesAndTagsChooseWhatArrives() {
        desk.post("/v1/webhooks", "{'url':'%s','events':['run.*'],'tags':['gold']}".formatted(receiver.url()))
                .is(201);
        desk.until(desk.start("noop"), "completed");
        String run = desk.post("/v1/runs", "{'workflowId':'noop','tags':['new','gold']}")
                .is(201)
                .text("runId");
        receiver.untilType("run.completed");
        assertThat(receiver.types()).containsExactly("run.started", "run.completed");
        assertThat(receiver.got())
                .allSatisfy(it ->
                        assertThat(RestDesk.read(it.body()).string("runId")).contains(run));
    }

    @Test
    void aReplayDeliversNothing() {
        String run = desk.start("noop");
        desk.until(run, "completed");
        register("'*'").is(201);
        String replay = desk.post("/v1/runs/" + run + ":fork", "{'mode':'replay'}")
                .is(201)
                .text("runId");
        desk.until(replay, "completed");
        String branch = desk.post("/v1/runs/" + run + ":fork", "{'mode':'branch','fromSeq':1}")
                .is(201)
                .text("runId");
        receiver.untilType("run.completed");
        assertThat(receiver.got())
                .isNotEmpty()
                .allSatisfy(it ->
                        assertThat(RestDesk.read(it.body()).string("runId")).contains(branch));
    }

    @Test
    void oneTenantNeitherRegistersNorSeesNorDeletesForAnother() {
        desk.post(
                        "/v1/webhooks",
                        RestDesk.GLOBEX,
                        "{'url':'%s','events':['*'],'tenantId':'acme'}".formatted(receiver.url()))
                .refuses(403, "forbidden");
        String id = register("'*'").is(201).text("webhookId");
        assertThat(desk.get("/v1/webhooks", RestDesk.GLOBEX).is(200).body()).isEqualTo("{\"webhooks\":[]}");
        delete("/v1/webhooks/" + id, RestDesk.GLOBEX).refuses(404, "subscription_not_found");
        delete("/v1/webhooks/" + id + "?tenantId=acme", RestDesk.GLOBEX).refuses(403, "forbidden");
        delete("/v1/webhooks/" + id + "?tenantId=globex", RestDesk.ACME).refuses(403, "forbidden");
        desk.get("/v1/webhooks/" + id + "/dead-letters", RestDesk.GLOBEX).refuses(404, "subscription_not_found");
        desk.post("/v1/webhooks/" + id + ":redeliver", RestDesk.GLOBEX, "").refuses(404, "subscription_not_found");
        desk.post("/v1/runs", RestDesk.GLOBEX, "{'workflowId':'noop'}").is(201);
        desk.start("noop");
        receiver.untilType("run.completed");
        assertThat(receiver.got())
                .allSatisfy(it -> assertThat(RestDesk.read(it.body()).string("workspaceId"))
                        .contains("acme"));
        desk.key("wbk_reader", "acme", EnumSet.of(Scope.RUNS_READ));
        desk.get("/v1/webhooks", "wbk_reader").refuses(403, "forbidden");
    }

    @Test
    void whatIsDeletedGetsNothingMore() {
        String id = register("'*'").is(201).text("webhookId");
        delete("/v1/webhooks/" + id + "?tenantId=acme", RestDesk.ACME).is(204);
        delete("/v1/webhooks/" + id, RestDesk.ACME).refuses(404, "subscription_not_found");
        desk.until(desk.start("noop"), "completed");
        assertThat(receiver.got()).isEmpty();
        assertThat(desk.get("/v1/webhooks").is(200).body()).isEqualTo("{\"webhooks\":[]}");
    }

    @Test
    void theSecretIsShownOnceAndARepeatedCallRegistersOnce() {
        String body = "{'url':'%s','events':['run.completed']}".formatted(receiver.url());
        Reply first = desk.post("/v1/webhooks", RestDesk.ACME, body, "Idempotency-Key", "one")
                .is(201);
        Reply again = desk.post("/v1/webhooks", RestDesk.ACME, body, "Idempotency-Key", "one")
                .is(201);
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(again.header("openwop-Idempotent-Replay")).contains("true");
        desk.post("/v1/webhooks", RestDesk.ACME, body.replace("completed", "failed"), "Idempotency-Key", "one")
                .refuses(409, "idempotency_key_mismatch");
        assertThat(desk.get("/v1/webhooks").is(200).body())
                .containsOnlyOnce("webhookId")
                .doesNotContain(first.text("secret"))
                .contains(first.text("secretFingerprint"));
        String other = desk.post("/v1/webhooks", RestDesk.GLOBEX, body, "Idempotency-Key", "one")
                .is(201)
                .text("secret");
        assertThat(other).isNotEqualTo(first.text("secret"));
    }

    @Test
    void aReceiverThatFailsIsTriedAgainWithTheSameDelivery() {
        AtomicInteger failures = new AtomicInteger(2);
        receiver.behaves((exchange, got) -> HookReceiver.answering(failures.getAndDecrement() > 0 ? 500 : 200)
                .answer(exchange, got));
        register("'run.completed'").is(201);
        desk.start("noop");
        List<HookReceiver.Got> got = receiver.until(all -> all.size() == 3);
        assertThat(got)
                .extracting(HookReceiver.Got::delivery)
                .containsOnly(got.getFirst().delivery());
        assertThat(got)
                .extracting(HookReceiver.Got::body)
                .containsOnly(got.getFirst().body());
        untilListed("waiting", "0");
        assertThat(listed().get("deadLetters")).hasToString("0");
    }

    @Test
    void whatNeverArrivesIsADeadLetterThatCanBeRevived() {
        receiver.behaves((exchange, _) -> {
            exchange.getResponseHeaders().add("Location", receiver.url());
            exchange.sendResponseHeaders(302, -1);
            exchange.close();
        });
        String id = register("'run.completed'").is(201).text("webhookId");
        String run = desk.start("noop");
        untilListed("deadLetters", "1");
        assertThat(receiver.got()).as("a redirect is not followed").hasSize(3);
        assertThat(desk.get("/v1/webhooks/" + id + "/dead-letters").is(200).body())
                .contains(run, "\"attempts\":3", "it redirects (302)")
                .doesNotContain(receiver.url());
        receiver.behaves(HookReceiver.answering(200));
        assertThat(desk.post("/v1/webhooks/" + id + ":redeliver", "").is(202).body())
                .isEqualTo("{\"redelivering\":1}");
        receiver.until(all -> all.size() == 4);
        untilListed("deadLetters", "0");
    }

    @Test
    void aReceiverThatHangsUpDelaysNobodyElse() throws IOException {
        try (HookReceiver other = new HookReceiver()) {
            receiver.behaves(HookReceiver.hanging());
            register("'*'").is(201);
            desk.post("/v1/webhooks", "{'url':'%s','events':['*']}".formatted(other.url()))
                    .is(201);
            desk.start("noop");
            other.untilType("run.completed");
            assertThat(receiver.until(all -> !all.isEmpty())).hasSize(1);
        }
    }

    @Test
    void aReceiverThatWantsNoMoreIsNotAskedAgain() {
        receiver.behaves(HookReceiver.answering(410));
        register("'run.completed'").is(201);
        desk.start("noop");
        untilListed("deadLetters", "1");
        assertThat(receiver.got()).hasSize(1);
    }

    @Test
    void aReceiverThatClosesTheConnectionIsTriedAgain() {
        AtomicInteger failures = new AtomicInteger(1);
        receiver.behaves((exchange, got) -> {
            if (failures.getAndDecrement() > 0) {
                exchange.close();
            } else {
                HookReceiver.answering(200).answer(exchange, got);
            }
        });
        register("'run.completed'").is(201);
        desk.start("noop");
        receiver.until(all -> all.size() >= 2);
        untilListed("waiting", "0");
    }

    @Test
    void aCallbackHearsOfTheQuestionsAndTheEndOfItsRunOnly() throws Exception {
        Reply created = desk.post("/v1/runs", "{'workflowId':'gate','callbackUrl':'%s'}".formatted(receiver.url()))
                .is(201);
        String run = created.text("runId");
        receiver.untilType("node.suspended");
        desk.post("/v1/runs/" + run + "/interrupts/n", "{'resumeValue':{'action':'accept'}}")
                .is(200);
        List<HookReceiver.Got> got = receiver.untilType("run.completed");
        assertThat(receiver.types()).contains("interrupt.requested").doesNotContain("run.started", "node.completed");
        for (HookReceiver.Got each : got) {
            assertThat(each.isSignedWith(created.text("callbackSecret"))).isTrue();
            assertThat(RestDesk.read(each.body()).string("runId")).contains(run);
        }
        int before = got.size();
        String branch = desk.post("/v1/runs/" + run + ":fork", "{'mode':'branch','fromSeq':1}")
                .is(201)
                .text("runId");
        desk.until(branch, "waiting-approval");
        desk.until(desk.start("noop"), "completed");
        assertThat(receiver.got()).hasSize(before);
        assertThat(desk.get("/v1/runs/" + run).is(200).body()).doesNotContain(created.text("callbackSecret"));
    }

    @ParameterizedTest
    @CsvSource({
        "run.complete,   did you mean \\\"run.completed\\\"?",
        "runs.*,         did you mean \\\"run.*\\\"?",
        "Run.completed,  did you mean \\\"run.completed\\\"?",
        "zz.q,           `waybill events RUN` shows"
    })
    void anEventThatThereNeverIsIsRefusedWithTheOneThatWasMeant(String name, String hint) {
        assertThat(desk.post("/v1/webhooks", "{'url':'https://receiver.example/','events':['*','" + name + "']}")
                        .is(400)
                        .body())
                .contains(name, hint);
    }

    @Test
    void everyTypeOfTheProtocolMayBeNamed() {
        RestDesk.read(Interop.text("openwop/schemas/run-event.schema.json"))
                .object("$defs")
                .flatMap(defs -> defs.object("RunEventType"))
                .flatMap(type -> type.array("enum"))
                .orElseThrow()
                .forEach(type -> {
                    String id = register(type.toString()).is(201).text("webhookId");
                    delete("/v1/webhooks/" + id, RestDesk.ACME).is(204);
                });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'events':['*']}",
                "{'url':'https://receiver.example/'}",
                "{'url':'https://receiver.example/','events':[]}",
                "{'url':'https://receiver.example/','events':'*'}",
                "{'url':'https://receiver.example/','events':[7]}",
                "{'url':'https://receiver.example/','events':['run..x']}",
                "{'url':'https://receiver.example/','events':['*'],'tags':[7]}",
                "{'url':7,'events':['*']}"
            })
    void whatIsNoRegistrationIsRefused(String body) {
        desk.post("/v1/webhooks", body).refuses(400, "validation_error");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://127.0.0.1:9/hook",
                "https://127.0.0.1/hook",
                "https://localhost/hook",
                "http://receiver.example/hook",
                "https://10.0.0.7/hook",
                "https://[::1]/hook",
                "https://169.254.169.254/latest",
                "https://user:password@8.8.8.8/hook",
                "ftp://receiver.example/hook",
                "not an address"
            })
    void anAddressOfThisMachineOrItsNetworkIsRefused(String url) {
        try (RestDesk guarded = new RestDesk(false, EgressRules.USUAL).knows("noop", "core.noop", "")) {
            guarded.post("/v1/webhooks", "{'url':'%s','events':['*']}".formatted(url))
                    .refuses(400, "webhook_url_rejected");
            guarded.post("/v1/runs", "{'workflowId':'noop','callbackUrl':'%s'}".formatted(url))
                    .refuses(400, "webhook_url_rejected");
            assertThat(guarded.get("/v1/webhooks").body()).isEqualTo("{\"webhooks\":[]}");
        }
    }

    @Test
    void aPublicAddressIsTaken() {
        try (RestDesk guarded = new RestDesk(false, EgressRules.USUAL)) {
            guarded.post("/v1/webhooks", "{'url':'https://8.8.8.8/hook','events':['*']}")
                    .is(201);
        }
    }
}

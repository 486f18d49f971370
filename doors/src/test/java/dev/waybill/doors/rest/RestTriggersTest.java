package dev.waybill.doors.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonObject;
import dev.waybill.journal.store.Scope;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Triggers over HTTP: requests that start runs, and what operators do with triggers.
class RestTriggersTest {

    private static final String SECRET = "acme orders";

    private final RestDesk desk = new RestDesk()
            .knows(workflow(
                    "orders", "'id':'in','type':'webhook','config':{'path':'/shop/orders','secret':'secret:orders'}"))
            .knows(workflow("inside", "'id':'in','type':'webhook','config':{'path':'/inside','methods':['PUT','GET']}"))
            .knows(workflow(
                    "nightly",
                    "'id':'night','type':'schedule','config':{'cron':'0 3 * * *','timezone':'Europe/Berlin'}"));

    private static String workflow(String id, String trigger) {
        return "{'id':'%s','name':'W','version':'1','triggers':[{%s}],'variables':[{'name':'trigger','type':'object'}],"
                        .formatted(id, trigger)
                + "'nodes':[{'id':'work','typeId':'core.noop'}]}";
    }

    @AfterEach
    void close() {
        desk.close();
        assertThat(desk.troubles).isEmpty();
    }

    private Reply hook(String path, String body, String... headers) {
        HttpRequest.Builder request = desk.request(path, "")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .header("Content-Type", "application/json");
        return desk.send((headers.length == 0 ? request : request.headers(headers)).build());
    }

    private static String hmac(String text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(SECRET.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            return "sha256=" + HexFormat.of().formatHex(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    private JsonObject told(String run) {
        return desk.until(run, "completed")
                .object("inputs")
                .orElseThrow()
                .object("trigger")
                .orElseThrow();
    }

    @Test
    void aSignedRequestStartsARunThatIsToldOfIt() {
        String body = "{\"order\":7}";
        String run = hook(
                        "/hooks/acme/shop/orders?a=1&b=2&b=3",
                        body,
                        "X-Hub-Signature-256",
                        hmac(body),
                        "X-Note",
                        "hi",
                        "Cookie",
                        "c=1")
                .is(202)
                .text("runId");
        JsonObject told = told(run);
        assertThat(told.string("method")).hasValue("POST");
        assertThat(told.get("body")).hasToString("{\"order\":7}");
        assertThat(told.get("query")).hasToString("{\"a\":\"1\",\"b\":[\"2\",\"3\"]}");
        JsonObject headers = told.object("headers").orElseThrow();
        assertThat(headers.string("x-note")).hasValue("hi");
        assertThat(headers.names()).doesNotContain("cookie", "x-hub-signature-256", "authorization");
    }

    @Test
    void anInputIsTakenOutOfTheBodyByItsPlace() {
        desk.knows(workflow(
                        "stock",
                        "'id':'in','type':'webhook','config':{'path':'/stock','secret':'orders','inputs':{'shop':'north'},"
                                + "'inputsFrom':{'sku':'/body/item/sku','note':'/query/note'}}")
                .replace(
                        "'variables':[",
                        "'variables':[{'name':'sku','type':'string','required':true},{'name':'note','type':'string'},"
                                + "{'name':'shop','type':'string','required':true},"));
        String body = "{\"item\":{\"sku\":\"A-7\"}}";

        String run = hook("/hooks/acme/stock", body, "X-Hub-Signature-256", hmac(body))
                .is(202)
                .text("runId");
        JsonObject inputs = desk.until(run, "completed").object("inputs").orElseThrow();
        assertThat(inputs.names()).containsExactlyInAnyOrder("shop", "sku", "trigger");
        assertThat(inputs.string("sku")).hasValue("A-7");
        hook("/hooks/acme/stock", "{}", "X-Hub-Signature-256", hmac("{}")).refuses(400, "validation_error");
    }

    @Test
    void threeProofsAreTaken() {
        String body = "{}";
        long now = Instant.now().getEpochSecond();
        hook(
                        "/hooks/acme/shop/orders",
                        body,
                        "X-openwop-Timestamp",
                        "" + now,
                        "X-openwop-Signature",
                        hmac(now + "." + body))
                .is(202);
        hook(
                        "/hooks/acme/shop/orders",
                        body,
                        "OpenWOP-Timestamp",
                        "" + now,
                        "OpenWOP-Signature",
                        hmac(now + "." + body))
                .is(202);
        hook("/hooks/acme/shop/orders", body, "Authorization", "Bearer " + SECRET)
                .is(202);
    }

    @Test
    void whoeverDoesNotKnowTheSecretStartsNothing() {
        String body = "{}";
        long old = Instant.now().getEpochSecond() - 600;
        hook("/hooks/acme/shop/orders", body).refuses(401, "unauthenticated");
        hook("/hooks/acme/shop/orders", body, "X-Hub-Signature-256", hmac("{ }"))
                .refuses(401, "unauthenticated");
        hook("/hooks/acme/shop/orders", body, "X-Hub-Signature-256", "").refuses(401, "unauthenticated");
        hook("/hooks/acme/shop/orders", body, "Authorization", "Bearer acme order")
                .refuses(401, "unauthenticated");
        hook("/hooks/acme/shop/orders", body, "Authorization", "Bearer " + RestDesk.ACME)
                .refuses(401, "unauthenticated");
        hook(
                        "/hooks/acme/shop/orders",
                        body,
                        "X-openwop-Timestamp",
                        "" + old,
                        "X-openwop-Signature",
                        hmac(old + "." + body))
                .refuses(401, "unauthenticated");
        hook(
                        "/hooks/acme/shop/orders",
                        body,
                        "X-openwop-Timestamp",
                        "soon",
                        "X-openwop-Signature",
                        hmac("soon." + body))
                .refuses(401, "unauthenticated");
        assertThat(desk.get("/v1/runs").json().array("runs").orElseThrow().items())
                .isEmpty();
    }

    @Test
    void whatIsNotThereAnswersLikeWhateverElseIsNotThere() {
        for (String path :
                new String[] {"/hooks/globex/shop/orders", "/hooks/acme/shop", "/hooks/acme", "/hooks/acme/%2e"}) {
            assertThat(hook(path, "{}").status()).as(path).isIn(400, 401);
        }
        assertThat(desk.post("/hooks/acme/none", "{}").status()).isEqualTo(404);
        assertThat(desk.post("/hooks/acme/inside", RestDesk.GLOBEX, "{}").status())
                .isEqualTo(404);
    }

    @Test
    void aTriggerWithoutASecretNeedsAKeyThatMayStartRuns() {
        assertThat(hook("/hooks/acme/inside", "{}").status()).isEqualTo(401);
        desk.key("wbk_reader", "acme", EnumSet.of(Scope.RUNS_READ));
        desk.send(desk.request("/hooks/acme/inside", "wbk_reader").GET().build())
                .refuses(403, "forbidden");
        String run = desk.send(
                        desk.request("/hooks/acme/inside", RestDesk.ACME).GET().build())
                .is(202)
                .text("runId");
        assertThat(told(run).get("body")).hasToString("null");
        Reply wrong = desk.post("/hooks/acme/inside", "{}").refuses(405, "method_not_allowed");
        assertThat(wrong.header("Allow")).hasValue("PUT, GET");
    }

    @Test
    void aDeliveryThatComesTwiceIsOneRun() {
        String[] proof = {"Authorization", "Bearer " + SECRET, "X-GitHub-Delivery", "d-1"};
        Reply first = hook("/hooks/acme/shop/orders", "{\"a\":1}", proof).is(202);
        Reply again = hook("/hooks/acme/shop/orders", "{\"a\":1}", proof).is(202);
        assertThat(again.text("runId")).isEqualTo(first.text("runId"));
        assertThat(again.json().get("repeated")).hasToString("true");
        hook("/hooks/acme/shop/orders", "{\"a\":2}", proof).refuses(409, "idempotency_key_mismatch");
        hook("/hooks/acme/shop/orders", "{}", "Authorization", "Bearer " + SECRET, "Webhook-Id", "x".repeat(300))
                .refuses(400, "validation_error");
    }

    @Test
    void aSignatureStartsOneRunWhateverDeliveryItIsSentAs() {
        String body = "{\"order\":8}";
        long now = Instant.now().getEpochSecond();
        String signature = hmac(now + "." + body);
        String first = signed(body, now, signature, "Webhook-Id", "d-1").is(202).text("runId");
        assertThat(signed(body, now, signature, "Webhook-Id", "d-1").is(202).text("runId"))
                .isEqualTo(first);
        signed(body, now, signature, "Webhook-Id", "d-2").refuses(409, "signature_replayed");
        signed(body, now, signature).refuses(409, "signature_replayed");
        String later = hmac(now - 1 + "." + body);
        assertThat(signed(body, now - 1, later, "Webhook-Id", "d-1").is(202).text("runId"))
                .isEqualTo(first);

        String nameless = hmac(now - 2 + "." + body);
        String second = signed(body, now - 2, nameless).is(202).text("runId");
        assertThat(signed(body, now - 2, nameless).is(202).text("runId")).isEqualTo(second);
    }

    private Reply signed(String body, long at, String signature, String... more) {
        List<String> headers =
                new ArrayList<>(List.of("OpenWOP-Timestamp", String.valueOf(at), "OpenWOP-Signature", signature));
        headers.addAll(List.of(more));
        return hook("/hooks/acme/shop/orders", body, headers.toArray(String[]::new));
    }

    @Test
    void aPageOfAnotherSiteStartsNoRunWithAnImageOrALink() {
        for (String site : List.of("cross-site", "same-site")) {
            desk.send(desk.request("/hooks/acme/inside", RestDesk.ACME)
                            .header("Sec-Fetch-Site", site)
                            .GET()
                            .build())
                    .refuses(403, "forbidden");
        }
        desk.send(desk.request("/hooks/acme/inside", RestDesk.ACME)
                        .header("Sec-Fetch-Site", "none")
                        .GET()
                        .build())
                .is(202);
    }

    @Test
    void bodiesHaveABoundAndJsonIsJson() {
        hook("/hooks/acme/shop/orders", "{\"a\":", "Authorization", "Bearer " + SECRET)
                .refuses(400, "validation_error");
        hook("/hooks/acme/shop/orders", "\"" + "x".repeat(1 << 20) + "\"", "Authorization", "Bearer " + SECRET)
                .refuses(413, "payload_too_large");
        String run = desk.send(desk.request("/hooks/acme/shop/orders", SECRET)
                        .header("Content-Type", "text/plain")
                        .POST(HttpRequest.BodyPublishers.ofString("{not json"))
                        .build())
                .is(202)
                .text("runId");
        assertThat(told(run).string("body")).hasValue("{not json");
    }

    @Test
    void triggersAreListedPausedAndResumed() {
        JsonObject list = desk.get("/v1/host/waybill/triggers").is(200).json();
        assertThat(list.toString())
                .contains(
                        "\"path\":\"/hooks/acme/shop/orders\"",
                        "\"cron\":\"0 3 * * *\"",
                        "\"timezone\":\"Europe/Berlin\"",
                        "\"missedFirePolicy\":\"fire-once\"",
                        "\"nextDueAt\":");
        assertThat(desk.get("/v1/host/waybill/triggers", RestDesk.GLOBEX)
                        .is(200)
                        .body())
                .isEqualTo("{\"triggers\":[]}");
        assertThat(desk.post("/v1/host/waybill/triggers/orders/in:pause", "{}")
                        .is(200)
                        .json()
                        .get("paused"))
                .hasToString("true");
        hook("/hooks/acme/shop/orders", "{}", "Authorization", "Bearer " + SECRET)
                .refuses(409, "trigger_paused");
        desk.post("/v1/host/waybill/triggers/orders/in:resume", "{}").is(200);
        hook("/hooks/acme/shop/orders", "{}", "Authorization", "Bearer " + SECRET)
                .is(202);
        desk.post("/v1/host/waybill/triggers/orders/out:pause", "{}").refuses(404, "trigger_not_found");
        desk.post("/v1/host/waybill/triggers/orders/in:pause", RestDesk.GLOBEX, "{}")
                .refuses(404, "trigger_not_found");
    }
}

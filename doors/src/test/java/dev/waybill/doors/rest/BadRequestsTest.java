package dev.waybill.doors.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.journal.store.Scope;
import dev.waybill.testkit.Until;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Whatever is asked, the answer has one shape, nothing is half-done, and nobody learns of what is not theirs.
class BadRequestsTest {

    private static final String UNKNOWN = "run_01JD000000000000000000000Z";

    private final RestDesk desk =
            new RestDesk().knows("noop", "core.noop", "").knows("gate", "core.approvalGate", "'title':'ship?'");

    @AfterEach
    void close() {
        desk.close();
        assertThat(desk.troubles).isEmpty();
    }

    private String path(Route route, String run) {
        return route.firstPath()
                .replace("{runId}", run)
                .replace("{workflowId}", "noop")
                .replaceAll("\\{[^}]*}", "n");
    }

    private Reply send(Route route, String path, String key, String body) {
        return desk.send(desk.request(path, key)
                .header("Content-Type", "application/json")
                .header("Accept", "application/json")
                .method(
                        route.method(),
                        body.isEmpty()
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofString(body.replace('\'', '"')))
                .build());
    }

    private List<Route> guarded() {
        return desk.table().routes().stream().filter(route -> !route.isOpen()).toList();
    }

    private static String body(Route route) {
        return switch (route.operation()) {
            case "resolveInterrupt" -> "{'resumeValue':{'action':'accept'}}";
            case "forkRun" -> "{'mode':'replay'}";
            case "diffRuns" -> "";
            default -> route.method().equals("POST") ? "{}" : "";
        };
    }

    private String query(Route route, String run) {
        return route.operation().equals("diffRuns") ? "?against=" + run : "";
    }

    @Test
    void withoutAKeyNothingIsSaid() {
        for (Route route : guarded()) {
            send(route, path(route, UNKNOWN), "", body(route)).refuses(401, "unauthenticated");
        }
        desk.get("/v1/runs", "wbk_wrong").refuses(401, "unauthenticated");
    }

    @Test
    void everyOperationNeedsItsScope() {
        for (Route route : guarded()) {
            for (Scope scope : route.scopes()) {
                String key = "wbk_" + route.operation() + scope.name();
                EnumSet<Scope> others = EnumSet.allOf(Scope.class);
                others.remove(scope);
                desk.key(key, "acme", others);
                assertThat(send(route, path(route, UNKNOWN), key, body(route))
                                .refuses(403, "forbidden")
                                .body())
                        .contains("\"scopeRequired\":\"" + scope.wire() + "\"");
            }
        }
    }

    /// On a run that waits, so that every operation on runs gets as far as it can.
    @Test
    void theScopesOfAnOperationAreEnoughForIt() {
        for (Route route : guarded()) {
            String run = desk.start("gate");
            desk.until(run, "waiting-approval");
            String key = "wbk_" + route.operation();
            desk.key(key, "acme", EnumSet.copyOf(route.scopes()));
            assertThat(send(route, path(route, run) + query(route, run), key, body(route))
                            .status())
                    .as(route.operation())
                    .isNotEqualTo(403);
        }
        // This desk signs nothing and has no evidence; its other operations had no trouble.
        assertThat(desk.troubles)
                .allMatch(trouble ->
                        trouble.contains("nothing is signed here") || trouble.contains("there is no evidence here"));
        desk.troubles.clear();
    }

    @Test
    void anotherTenantsRunAnswersExactlyAsAnUnknownOne() {
        String run = desk.start("gate");
        desk.until(run, "waiting-approval");
        int tried = 0;
        for (Route route : guarded()) {
            if (route.path().names().contains("runId")) {
                Reply foreign = send(route, path(route, run) + query(route, run), RestDesk.GLOBEX, body(route));
                Reply unknown = send(route, path(route, UNKNOWN) + query(route, UNKNOWN), RestDesk.GLOBEX, body(route));
                foreign.refuses(404, "run_not_found");
                assertThat(foreign.body().replace(run, "RUN"))
                        .isEqualTo(unknown.body().replace(UNKNOWN, "RUN"));
                send(route, path(route, "run-never-was") + query(route, "run-never-was"), RestDesk.GLOBEX, body(route))
                        .refuses(404, "run_not_found");
                tried++;
            }
        }
        assertThat(tried).isGreaterThanOrEqualTo(12);
        desk.until(run, "waiting-approval");
    }

    @Test
    void aBodyThatCannotBeReadIsRefused() {
        for (Route route : guarded()) {
            if (route.takes() == null) {
                continue;
            }
            for (String body : List.of("{", "[]", "1", "{'a':}", "\0", "{'a':1,'a':2}", "[".repeat(5_000))) {
                send(route, path(route, UNKNOWN), RestDesk.ACME, body).refuses(400, "validation_error");
            }
            if (route.takes().equals("Bundle")) {
                // A file is what it is, whatever a browser calls it.
                continue;
            }
            desk.send(desk.request(path(route, UNKNOWN), RestDesk.ACME)
                            .header("Content-Type", "text/plain")
                            .method(route.method(), HttpRequest.BodyPublishers.ofString("hello"))
                            .build())
                    .refuses(415, "unsupported_media_type");
        }
    }

    @Test
    void aBodyThatIsTooLongIsRefused() {
        String long1 = "{'workflowId':'noop','inputs':{'x':'" + "x".repeat(64 * 1024) + "'}}";
        assertThat(desk.post("/v1/runs", long1)
                        .refuses(413, "payload_too_large")
                        .body())
                .contains("\"maxRequestBodyBytes\":65536");
        assertThat(desk.get("/.well-known/openwop", "").body()).contains("\"maxRequestBodyBytes\":65536");
        assertThat(desk.get("/v1/runs").body()).isEqualTo("{\"runs\":[]}");
    }

    /// Many clients do not look for an answer before they have sent everything.
    @Test
    void whoWritesToTheEndBeforeReadingGetsTheAnswer() throws IOException {
        byte[] body = "x".repeat(6 * 1024 * 1024).getBytes(StandardCharsets.US_ASCII);
        assertThat(firstOfAnswer(body.length, body)).isEqualTo("HTTP/1.1 413");
    }

    @Test
    void aLengthThatNoDoorReadsIsRefusedBeforeTheBodyComes() throws IOException {
        assertThat(firstOfAnswer(9 * 1024 * 1024, new byte[0])).isEqualTo("HTTP/1.1 413");
    }

    private String firstOfAnswer(int length, byte[] body) throws IOException {
        URI url = URI.create(desk.url());
        try (Socket socket = new Socket(url.getHost(), url.getPort())) {
            OutputStream out = socket.getOutputStream();
            out.write(("POST /v1/runs HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer " + RestDesk.ACME
                            + "\r\nContent-Type: application/json\r\nContent-Length: " + length + "\r\n\r\n")
                    .getBytes(StandardCharsets.US_ASCII));
            out.write(body);
            out.flush();
            return new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII);
        }
    }

    @Test
    void whatIsWrongInABodyOrAQueryIsSaid() {
        Map<String, String> bodies = new LinkedHashMap<>();
        bodies.put("{}", "workflowId");
        bodies.put("{'workflowId':7}", "workflowId");
        bodies.put("{'workflowId':''}", "workflowId");
        bodies.put("{'workflowId':'noop','inputs':[]}", "inputs");
        bodies.put("{'workflowId':'noop','configurable':'x'}", "configurable");
        bodies.put("{'workflowId':'noop','tags':['a',7]}", "tags");
        bodies.put("{'workflowId':'noop','configurable':{'recursionLimit':0}}", "recursionLimit");
        bodies.forEach((body, named) -> assertThat(desk.post("/v1/runs", body)
                        .refuses(400, "validation_error")
                        .text("message"))
                .contains(named));
        desk.post("/v1/runs", "{'workflowId':'never'}").refuses(404, "workflow_not_found");
        desk.post("/v1/runs", "{'workflowId':'noop','tenantId':'globex'}").refuses(403, "forbidden");
        desk.get("/v1/workflows/never").refuses(404, "workflow_not_found");
        for (String query : List.of("limit=0", "limit=x", "limit=501", "status=never", "status=", "cursor=x")) {
            desk.get("/v1/runs?" + query).refuses(400, "validation_error");
        }
        String run = desk.start("noop");
        for (String query : List.of("lastSequence=x", "lastSequence=-2", "timeout=0", "timeout=61", "timeout=x")) {
            desk.get("/v1/runs/" + run + "/events/poll?" + query).refuses(400, "validation_error");
        }
        assertThat(desk.get("/v1/runs/" + run + "/events?streamMode=other")
                        .refuses(400, "unsupported_stream_mode")
                        .body())
                .contains("\"supported\":[");
        desk.get("/v1/runs/" + run + ":diff").refuses(400, "validation_error");
        desk.post("/v1/runs", RestDesk.ACME, "{'workflowId':'noop'}", "Idempotency-Key", "k".repeat(256))
                .refuses(400, "validation_error");
    }

    @Test
    void anotherMethodIsNotAllowed() {
        Reply reply = desk.send(desk.request("/v1/runs", RestDesk.ACME)
                        .method("DELETE", HttpRequest.BodyPublishers.noBody())
                        .build())
                .refuses(405, "method_not_allowed");
        assertThat(reply.header("Allow"))
                .hasValueSatisfying(allow -> assertThat(allow).contains("GET", "POST"));
        desk.get("/nothing").refuses(404, "not_found");
        desk.get("/v1/runs/" + UNKNOWN + ":fork").refuses(405, "method_not_allowed");
    }

    /// Of many who answer at once exactly one is first; the others are told so, or said the same.
    @Test
    void racingAnswersAndCancelsEndTheRunOnce() throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
            for (int round = 0; round < 5; round++) {
                String run = desk.start("gate");
                desk.until(run, "waiting-approval");
                List<Future<Reply>> replies = new ArrayList<>();
                for (int i = 0; i < 8; i++) {
                    String action = i % 2 == 0 ? "accept" : "reject";
                    boolean cancels = i == 7;
                    replies.add(threads.submit(() -> cancels
                            ? desk.post("/v1/runs/" + run + "/cancel", "{}")
                            : desk.post(
                                    "/v1/runs/" + run + "/interrupts/n",
                                    "{'resumeValue':{'action':'" + action + "'}}")));
                }
                for (Future<Reply> reply : replies) {
                    assertThat(reply.get().status()).as(reply.get().body()).isIn(200, 409, 410);
                }
                long ends = desk.events(settled(run)).stream()
                        .filter(event -> List.of("run.completed", "run.failed", "run.cancelled")
                                .contains(event.string("type").orElseThrow()))
                        .count();
                assertThat(ends).isOne();
            }
        }
    }

    private String settled(String run) {
        Until.seen(() -> desk.get("/v1/runs/" + run).json(), snapshot -> snapshot.has("completedAt"));
        return run;
    }

    @Test
    void whoAsksTooMuchAtOnceIsToldToComeBack() throws Exception {
        String run = desk.start("gate");
        desk.until(run, "waiting-approval");
        long last = desk.events(run).size() - 1L;
        List<Future<Reply>> replies = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 30; i++) {
                replies.add(threads.submit(
                        () -> desk.get("/v1/runs/" + run + "/events/poll?timeout=60&lastSequence=" + last)));
            }
            // Nothing happens to the run, so that only somebody for whom there was no place has an answer.
            Until.holds("somebody is refused", () -> replies.stream().anyMatch(Future::isDone));
            // Another key of the tenant is not kept out, and what it does answers the others.
            desk.key("wbk_other", "acme", Scope.ALL);
            desk.post("/v1/runs/" + run + "/cancel", "wbk_other", "{}").is(200);
        }
        List<Reply> refused = new ArrayList<>();
        for (Future<Reply> reply : replies) {
            if (reply.get().status() != 200) {
                refused.add(reply.get());
            }
        }
        assertThat(refused).isNotEmpty().allSatisfy(reply -> {
            reply.refuses(429, "rate_limited");
            assertThat(reply.header("Retry-After")).contains("1");
        });
        desk.get("/v1/runs/" + run).is(200);
    }

    /// Paths, queries and bodies at random: never a stack trace, never our own mistake.
    @Test
    void anythingAtAllGetsAnAnswerInItsShape() {
        Random random = new Random(20261116);
        String run = desk.start("gate");
        List<String> words = List.of(
                "runs",
                "v1",
                run,
                run + ":fork",
                run + ":diff",
                ":",
                "..",
                "%2F",
                "%00",
                "events",
                "poll",
                "cancel",
                "interrupts",
                "n",
                "workflows",
                "noop",
                "runs:bulk-cancel",
                "%E4%B8%AD",
                "*",
                "a".repeat(300),
                "");
        List<String> bodies = List.of(
                "",
                "{}",
                "[]",
                "null",
                "{'workflowId':'noop'}",
                "{'mode':'replay'}",
                "{'resumeValue':null}",
                "{'runIds':['" + run + "',1]}",
                "{'fromSeq':1e3,'mode':'branch'}",
                "{'fromSeq':1.5,'mode':'branch'}",
                "{'reason':{}}",
                "{'workflowId':'\\ud800'}");
        for (int i = 0; i < 1_000; i++) {
            StringBuilder path = new StringBuilder(random.nextInt(8) == 0 ? "" : "/v1");
            for (int parts = random.nextInt(5); parts >= 0; parts--) {
                path.append('/').append(words.get(random.nextInt(words.size())));
            }
            if (random.nextBoolean()) {
                path.append("?limit=")
                        .append(random.nextInt(5) - 2)
                        .append("&against=")
                        .append(run)
                        .append("&timeout=1");
            }
            String method = List.of("GET", "POST", "PUT", "DELETE").get(random.nextInt(4));
            HttpRequest.Builder request = desk.request("/", RestDesk.ACME)
                    .uri(URI.create(desk.url() + path))
                    .header("Accept", "application/json")
                    .header("Content-Type", "application/json");
            String body = bodies.get(random.nextInt(bodies.size())).replace('\'', '"');
            Reply reply = desk.send(request.method(method, HttpRequest.BodyPublishers.ofString(body))
                    .build());
            assertThat(reply.status()).as(method + " " + path + " " + body).isLessThan(500);
            if (reply.status() >= 400 && path.toString().startsWith("/v1")) {
                reply.refuses(reply.status(), reply.text("error"));
            }
        }
    }
}

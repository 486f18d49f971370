package dev.waybill.app.reliability;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.waybill.app.host.Hosts;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonString;
import dev.waybill.engine.diff.ReplayProof;
import dev.waybill.journal.Event;
import dev.waybill.journal.ForkMode;
import dev.waybill.journal.RunId;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.event.OrchestratorFact;
import dev.waybill.journal.event.VerdictFact;
import dev.waybill.journal.store.EventPages;
import dev.waybill.journal.store.RunStore;
import dev.waybill.testkit.Until;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `kill -9` in the middle of each kind of turn of a supervised loop. Another process goes on at the same turn with the
/// same inputs: what is asked outside is asked again, word for word, and the log has each turn once.
class KilledTurnTest {

    @TempDir
    Path folder;

    private final Map<String, List<String>> asked = new ConcurrentHashMap<>();
    private final List<Spawned> spawned = new ArrayList<>();
    private final CountDownLatch never = new CountDownLatch(1);
    private volatile String held = "";
    private HttpServer outside;

    @BeforeEach
    void listen() throws IOException {
        outside = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        outside.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        outside.createContext("/", this::answer);
        outside.start();
    }

    @AfterEach
    void stop() {
        never.countDown();
        spawned.forEach(Spawned::close);
        outside.stop(0);
    }

    /// The model decides by what it is told of the turns before: a worker, a question to people, the end. Whatever is
    /// held gets no answer the first time.
    private void answer(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        String path = exchange.getRequestURI().getPath();
        String what = path.startsWith("/v1/") ? "model" + turn(body) : path.substring(1);
        List<String> before = asked.computeIfAbsent(what, _ -> Collections.synchronizedList(new ArrayList<>()));
        before.add(new String(body, StandardCharsets.UTF_8) + " "
                + exchange.getRequestHeaders().getFirst("Idempotency-Key"));
        if (what.equals(held) && before.size() == 1) {
            try {
                never.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        byte[] said = (path.startsWith("/v1/") ? decision(turn(body)) : "{}").getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, said.length);
        exchange.getResponseBody().write(said);
        exchange.close();
    }

    private static int turn(byte[] body) {
        JsonArray messages = JsonReader.readObject(body, JsonLimits.DOCUMENT)
                .array("messages")
                .orElseThrow();
        String state = messages.get(messages.size() - 1)
                .asObject()
                .flatMap(message -> message.string("content"))
                .orElseThrow();
        return 1
                + JsonReader.readObject(state.getBytes(StandardCharsets.UTF_8), JsonLimits.DOCUMENT)
                        .array("transcript")
                        .orElse(JsonArray.EMPTY)
                        .size();
    }

    private static String decision(int turn) {
        String decision = switch (turn) {
            case 1, 2 -> "{\"kind\":\"next-worker\",\"nextWorkerIds\":[\"worker\"]}";
            case 3 -> "{\"kind\":\"clarify\",\"questions\":[{\"id\":\"q\",\"question\":\"?\"}]}";
            default -> "{\"kind\":\"terminate\",\"reason\":\"done\"}";
        };
        return """
                {"id":"c","model":"m","choices":[{"index":0,"finish_reason":"stop","message":
                 {"role":"assistant","content":%s}}],"usage":{"prompt_tokens":1,"completion_tokens":1}}""".formatted(new JsonString(decision));
    }

    private Spawned start(String place, String... more) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(
                List.of(place, "http://127.0.0.1:" + outside.getAddress().getPort()));
        words.addAll(List.of(more));
        Spawned process = Spawned.start(
                folder, new LinkedHashMap<>(), new LinkedHashMap<>(), LoopNode.class, words.toArray(String[]::new));
        spawned.add(process);
        return process.ready();
    }

    /// @param hold what gets no answer: `model2` (the supervisor's second turn), `worker`, `tool`, `critic` (of a
    ///     worker's result), `judge` (of a decision), `people` while it waits for them, or `model4`, when they have
    ///     answered and the loop has just gone on
    /// @param two whether a second node works on the same store from the beginning
    private void survives(String place, String hold, boolean two) throws Exception {
        asked.clear();
        held = hold;
        boolean resumes = hold.equals("model4");
        Spawned first = start(place, "start").says("started");
        RunId run = new RunId(first.said("started").getFirst());
        try (RunStore store = BusyHost.open(place)) {
            if (resumes || hold.equals("people")) {
                Until.holds("it waits for people", () -> status(store, run) == RunStatus.WAITING_INPUT);
            } else {
                Until.holds("it asks for " + hold, () -> asked.containsKey(hold));
            }
            if (resumes) {
                first.kill();
                first = start(place, "answer", run.value());
                Until.holds("it goes on", () -> asked.containsKey(hold));
            }
        }
        Spawned second = two ? start(place) : null;
        first.kill();
        try (LoopNode third =
                new LoopNode(place, "http://127.0.0.1:" + outside.getAddress().getPort())) {
            if (!resumes) {
                Until.holds("it waits for people", () -> status(third.store(), run) == RunStatus.WAITING_INPUT);
                third.answer(run);
            }
            Until.holds("it ends", () -> status(third.store(), run).isTerminal());
            judge(third, run, hold, two);
        }
        if (second != null) {
            second.kill();
        }
    }

    private static RunStatus status(RunStore store, RunId run) {
        return store.run(run).orElseThrow().projection().status();
    }

    private void judge(LoopNode node, RunId run, String hold, boolean two) {
        assertThat(status(node.store(), run)).isEqualTo(RunStatus.COMPLETED);
        List<String> decided = new ArrayList<>();
        List<Long> turns = new ArrayList<>();
        List<String> judged = new ArrayList<>();
        EventPages events = new EventPages(node.store(), run);
        while (events.hasNext()) {
            Event event = events.next();
            if (event.fact() instanceof OrchestratorFact.Decided it) {
                decided.add(it.decision()
                        .asObject()
                        .flatMap(decision -> decision.string("kind"))
                        .orElse(""));
                turns.add(Objects.requireNonNull(it.iteration()));
            }
            if (event.fact() instanceof VerdictFact.AgentVerified it) {
                judged.add(it.agentId());
            }
        }
        assertThat(decided).containsExactly("next-worker", "next-worker", "clarify", "terminate");
        assertThat(turns).containsExactly(1L, 2L, 3L, 4L);
        assertThat(judged).containsExactly("judge", "critic", "judge", "critic", "judge", "judge");
        for (int turn = 1; turn <= 4; turn++) {
            // Of two that live, one may be so slow for a moment that the other takes over and asks again.
            int least = hold.equals("model" + turn) ? 2 : 1;
            List<String> all = Objects.requireNonNull(asked.get("model" + turn));
            assertThat(all)
                    .hasSizeBetween(least, two ? Integer.MAX_VALUE : least)
                    .containsOnly(all.getFirst());
        }
        if (!hold.equals("people")) {
            // Asked again, word for word, under the same key.
            List<String> both = Objects.requireNonNull(asked.get(hold));
            assertThat(both.get(1)).isEqualTo(both.get(0));
        }
        RunId check = node.host().fork(Hosts.OPERATOR, run, 0, ForkMode.CHECK, JsonObject.EMPTY);
        Until.holds("it is done again", () -> status(node.store(), check).isTerminal());
        assertThat(ReplayProof.of(new EventPages(node.store(), run), new EventPages(node.store(), check))
                        .difference())
                .isNull();
    }

    private static final List<String> TURNS =
            List.of("model2", "worker", "tool", "critic", "judge", "people", "model4");

    @Test
    void aLoopOnSqliteGoesOnAtTheSameTurnWithTheSameInputs() throws Exception {
        for (String hold : TURNS) {
            survives(folder.resolve("data-" + hold).toString(), hold, false);
        }
    }

    @Test
    void aLoopOnTwoNodesOfPostgresGoesOnAtTheSameTurnWithTheSameInputs() throws Exception {
        try (EmbeddedPostgres server = EmbeddedPostgres.builder().start()) {
            String url = "postgresql://postgres:postgres@localhost:%d/postgres".formatted(server.getPort());
            for (String hold : TURNS) {
                survives(url, hold, true);
            }
        }
    }
}

package dev.waybill.agents.live;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import dev.waybill.agents.model.wire.FakeProvider;
import dev.waybill.base.json.JsonString;
import dev.waybill.journal.Event;
import dev.waybill.journal.RunId;
import dev.waybill.journal.event.InvocationFact.Source;
import dev.waybill.runtime.live.Frame;
import dev.waybill.runtime.live.Watcher;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/// Twenty agents at once, each with a streamed answer of a thousand pieces.
class ManyStreamsTest {

    private static final int AGENTS = 20;
    private static final int PIECES = 1_000;
    private static final long MOST_GROWTH = 100L << 20;

    private final CountDownLatch watched = new CountDownLatch(1);
    private final CountDownLatch allSaid = new CountDownLatch(AGENTS);
    private final CountDownLatch mayEnd = new CountDownLatch(1);

    @Test
    void watchersSeeThePiecesAndTheLogHasNothingBeforeTheOutcome() throws Exception {
        try (FakeProvider provider = new FakeProvider().answers(this::stream);
                Stage stage = new Stage(Stage.agent("writer", ""));
                ExecutorService readers = Executors.newVirtualThreadPerTaskExecutor()) {
            stage.asks(provider.models("{\"p\":{\"wire\":\"openai-chat\",\"url\":\"URL\"}}", reference -> reference)
                    .provider("p")
                    .orElseThrow());
            long before = used();
            List<RunId> runs = new ArrayList<>();
            List<Future<String>> heard = new ArrayList<>();
            for (int i = 0; i < AGENTS; i++) {
                RunId run = stage.start(Source.RUN_API, "writer", "{'message':'go'}");
                runs.add(run);
                Watcher watcher = stage.watch(run);
                heard.add(readers.submit(reading(watcher)));
            }
            watched.countDown();
            allSaid.await();
            for (RunId run : runs) {
                assertThat(stage.events(run).stream().map(Event::type))
                        .as("before the outcome")
                        .noneMatch(type -> type.startsWith("agent.") || type.startsWith("provider."));
            }
            long growth = used() - before;
            mayEnd.countDown();
            for (int i = 0; i < AGENTS; i++) {
                Told told = stage.rest(runs.get(i));
                assertThat(told.error()).isEqualTo("none");
                assertThat(told.state().variables().get("result")).isEqualTo(new JsonString(whole()));
                // A frame may be lost, but none comes twice, and none out of order.
                assertThat(whole()).endsWith(heard.get(i).get());
                assertThat(heard.get(i).get()).isNotEmpty();
            }
            assertThat(growth).as("what is shown is not kept").isLessThan(MOST_GROWTH);
        }
    }

    /// What was heard after the last gap.
    private static Callable<String> reading(Watcher watcher) {
        return () -> {
            StringBuilder text = new StringBuilder();
            try (watcher) {
                while (!text.toString().endsWith("p" + (PIECES - 1) + " ")) {
                    Watcher.Look look = watcher.look(Duration.ofSeconds(60));
                    if (look.missed() > 0) {
                        text.setLength(0);
                    }
                    for (Frame frame : look.frames()) {
                        text.append(frame.content().asString().orElse(""));
                    }
                    assertThat(look.frames()).as("frames come").isNotEmpty();
                }
            }
            return text.toString();
        };
    }

    private static String whole() {
        StringBuilder whole = new StringBuilder();
        for (int i = 0; i < PIECES; i++) {
            whole.append('p').append(i).append(' ');
        }
        return whole.toString();
    }

    private void stream(HttpExchange exchange) throws IOException {
        // Frames are for those who watch already: whoever came after the last one would wait for ever.
        await(watched);
        exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
        exchange.sendResponseHeaders(200, 0);
        OutputStream out = exchange.getResponseBody();
        for (int i = 0; i < PIECES; i++) {
            out.write("data: {\"choices\":[{\"delta\":{\"content\":\"p%d \"}}]}\n\n"
                    .formatted(i)
                    .getBytes(UTF_8));
            out.flush();
        }
        allSaid.countDown();
        await(mayEnd);
        out.write(
                "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}],\"usage\":{\"prompt_tokens\":1,\"completion_tokens\":1000}}\n\ndata: [DONE]\n\n"
                        .getBytes(UTF_8));
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static long used() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}

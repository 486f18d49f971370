package dev.waybill.app.command.run;

import dev.waybill.app.cli.CommonOptions;
import dev.waybill.app.cli.Environment;
import dev.waybill.base.Recent;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.journal.RunId;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.event.Times;
import dev.waybill.journal.store.Append;
import dev.waybill.journal.store.RunStore;
import dev.waybill.view.run.StatusText;
import dev.waybill.view.text.Ansi;
import dev.waybill.view.text.SafeText;
import dev.waybill.view.text.Style;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a worker has to say: one line for each thing of note.
final class WorkLog {

    private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);
    private static final int REMEMBERED = 10_000;

    private final Environment environment;
    private final boolean json;
    private final Ansi ansi;
    private final Map<RunId, RunStatus> known = new Recent<>(REMEMBERED);

    WorkLog(Environment environment, CommonOptions common) {
        this.environment = environment;
        this.json = common.json();
        this.ansi = common.terminal().ansi();
    }

    void ready(RunStore store) {
        say("ready", null, null, "working on all runs in " + store.describe(), Style.GOOD);
    }

    void stopped() {
        say("stopped", null, null, "all runs are released", Style.DIM);
    }

    void trouble(String sentence) {
        say("trouble", null, null, sentence, Style.BAD);
    }

    WatchedStore.Watcher watching(RunStore store) {
        return new WatchedStore.Watcher() {
            @Override
            public void committed(Append append) {
                RunStatus status = append.projection().status();
                if (isNews(append.run(), status)) {
                    String workflow = append.creates() != null
                            ? append.creates().definitionId()
                            : store.run(append.run())
                                    .map(stored -> stored.header().definitionId())
                                    .orElse("");
                    say(status.wire(), append.run(), workflow, "", StatusText.style(status));
                }
            }

            @Override
            public void tookOver(RunId run) {
                say("taken-over", run, null, "from a process that died", Style.WARNING);
            }
        };
    }

    private synchronized boolean isNews(RunId run, RunStatus status) {
        return known.put(run, status) != status;
    }

    private synchronized void say(
            String what, @Nullable RunId run, @Nullable String workflow, String words, Style style) {
        Instant now = environment.clock().instant();
        String line = json
                ? JsonWriter.compact(JsonObject.of("time", Times.format(now))
                        .with("event", what)
                        .withIfPresent("runId", run == null ? null : run.value())
                        .withIfPresent("workflowId", workflow)
                        .withIfPresent("message", words.isEmpty() ? null : words))
                : text(now, what, run, workflow, words, style);
        environment.out().println(line);
        environment.out().flush();
    }

    private String text(
            Instant now, String what, @Nullable RunId run, @Nullable String workflow, String words, Style style) {
        String padded = what + " ".repeat(Math.max(0, 16 - what.length()));
        String about = (run == null ? "" : run + "  ") + (workflow == null ? "" : workflow + "  ") + words;
        return ansi.paint(Style.DIM, CLOCK.withZone(ZoneId.systemDefault()).format(now)) + "  "
                + ansi.paint(style, padded) + "  " + SafeText.of(about).stripTrailing();
    }
}

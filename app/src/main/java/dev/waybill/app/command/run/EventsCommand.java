package dev.waybill.app.command.run;

import dev.waybill.app.cli.Command;
import dev.waybill.app.cli.CommonOptions;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.cli.Operand;
import dev.waybill.app.cli.Option;
import dev.waybill.app.cli.Output;
import dev.waybill.app.cli.Usage;
import dev.waybill.app.host.Farewell;
import dev.waybill.app.host.Hosts;
import dev.waybill.app.host.RunIds;
import dev.waybill.app.host.StoreOptions;
import dev.waybill.app.terminal.Terminal;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.journal.Event;
import dev.waybill.journal.EventCodec;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.RunId;
import dev.waybill.journal.StoredEvent;
import dev.waybill.journal.event.Times;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.StoredRun;
import dev.waybill.runtime.feed.EventFeed;
import dev.waybill.runtime.feed.EventHub;
import dev.waybill.view.text.SafeText;
import dev.waybill.view.text.Style;
import dev.waybill.view.text.TextWidth;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// `waybill events`: the log of a run.
public final class EventsCommand implements Command {

    private static final Duration A_WHILE = Duration.ofHours(1);
    private static final int SEQUENCE = 5;
    private static final int CAUSE = 6;
    private static final int TYPE = 24;
    private static final int NODE = 16;

    private final Environment environment;

    private final CommonOptions common = new CommonOptions();
    private final StoreOptions options = new StoreOptions();

    private final Operand<String> run = Operand.run("The run's id, or a unique prefix of it.");
    private final Option<Boolean> follow =
            Option.flag("--follow", "Keep going until the run ends, showing events as they come.");
    private final Map<String, Long> places = new HashMap<>();
    private final Option<Long> from = Option.number("--from", "N", "Begin at this sequence (default: 0).");

    public EventsCommand(Environment environment) {
        this.environment = environment;
    }

    @Override
    public Usage usage() {
        return Usage.of("Show the log of a run, event by event.", run, follow, from, options, common)
                .footer(
                        "The number behind ← is the event that led to this one, … one that is not shown; without it",
                        "somebody outside did. With --json each line is one event, as programs get it.");
    }

    @Override
    public ExitCode call() throws Exception {
        long first = from.orElse(0L);
        if (first < 0) {
            throw Failure.usage("--from: expected 0 or more, found " + first, null);
        }
        try (RunStore store = options.openToRead(environment);
                EventHub hub = new EventHub(store, store.changes())) {
            RunId id = RunIds.resolve(store, run.given());
            StoredRun stored = store.run(id).orElseThrow();
            refusePruned(stored);
            EventFeed feed = hub.open(Hosts.OPERATOR, id, first).orElseThrow();
            Farewell.during(environment, () -> read(stored.header(), feed));
            return ExitCode.YES;
        }
    }

    private void read(RunHeader header, EventFeed feed) throws InterruptedException {
        Optional<StoredEvent> next = feed.next(Duration.ZERO);
        while (next.isPresent() || (follow.isGiven() && !feed.isEnded())) {
            next.ifPresent(event -> show(header, EventCodec.decode(header.runId(), event)));
            next = feed.next(Duration.ZERO);
            if (next.isEmpty() && follow.isGiven() && !feed.isEnded()) {
                environment.out().flush();
                next = feed.next(A_WHILE);
            }
        }
    }

    private static void refusePruned(StoredRun run) {
        if (run.pruned()) {
            throw new Failure(
                    ExitCode.NO,
                    "events_pruned",
                    "the events of " + run.header().runId() + " were pruned; its receipts are still there",
                    null);
        }
    }

    private void show(RunHeader header, Event event) {
        places.put(event.eventId(), event.sequence());
        new Output(environment, common.json())
                .answer(
                        EventCodec.toRecord(header, event),
                        out -> out.println(line(event, cause(event), common.terminal())));
    }

    private String cause(Event event) {
        String cause = event.causationId();
        Long place = cause == null ? null : places.get(cause);
        return cause == null ? "" : "←" + (place == null ? "…" : place);
    }

    private static String line(Event event, String cause, Terminal terminal) {
        String sequence = String.valueOf(event.sequence());
        String node = event.nodeId() == null ? "" : event.nodeId();
        String head = " ".repeat(Math.max(0, SEQUENCE - sequence.length())) + sequence + " ";
        String because = TextWidth.padRight(cause, CAUSE) + "  ";
        String time = Times.format(event.timestamp()).substring(11, 23) + "  ";
        String type = TextWidth.padRight(SafeText.of(event.type()), TYPE) + "  ";
        String where = TextWidth.padRight(SafeText.of(node), NODE) + "  ";
        String payload = SafeText.of(JsonWriter.compact(event.fact().payload()));
        int used = head.length() + TextWidth.of(because) + time.length() + TextWidth.of(type) + TextWidth.of(where);
        String shown =
                terminal.interactive() ? TextWidth.fit(payload, Math.max(16, terminal.width() - used - 1)) : payload;
        return head
                + terminal.ansi().paint(Style.DIM, because + time)
                + type
                + terminal.ansi().paint(Style.ACCENT, where)
                + terminal.ansi().paint(Style.DIM, shown);
    }
}

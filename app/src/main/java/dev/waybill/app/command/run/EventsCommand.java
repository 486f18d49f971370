package dev.waybill.app.command.run;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.cli.Operand;
import dev.waybill.app.cli.Option;
import dev.waybill.app.cli.ToldCommand;
import dev.waybill.app.desk.Desk;
import dev.waybill.app.desk.ServerOptions;
import dev.waybill.app.host.Farewell;
import dev.waybill.app.host.StoreOptions;
import dev.waybill.app.terminal.Terminal;
import dev.waybill.base.json.JsonObject;
import dev.waybill.journal.event.Times;
import dev.waybill.view.text.SafeText;
import dev.waybill.view.text.Style;
import dev.waybill.view.text.TextWidth;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// `waybill events`: the log of a run.
public final class EventsCommand extends ToldCommand {

    private static final Duration A_WHILE = Duration.ofHours(1);
    private static final int SEQUENCE = 5;
    private static final int CAUSE = 6;
    private static final int TYPE = 24;
    private static final int NODE = 16;

    private final Operand<String> run = takes(Operand.run("The run's id, its beginning or end, or @last."));
    private final Option<Boolean> follow =
            takes(Option.flag("--follow", "Keep going until the run ends, showing events as they come."));
    private final Option<Long> from = takes(Option.number("--from", "N", "Begin at this sequence (default: 0)."));
    private final StoreOptions options = takes(new StoreOptions());
    private final ServerOptions server = takes(new ServerOptions());

    private final Map<String, String> places = new HashMap<>();
    private boolean shown;

    public EventsCommand(Environment environment) {
        super(
                environment,
                "Show the log of a run, event by event.",
                "The number behind ← is the event that led to this one, … one that is not shown; without it",
                "somebody outside did. With --json each line is one event, as programs get it.");
    }

    @Override
    public ExitCode call() throws Exception {
        long first = from.orElse(0L);
        if (first < 0) {
            throw Failure.usage("--from: expected 0 or more, found " + first, null);
        }
        try (Desk desk = server.open(environment, options)) {
            Desk.Events events = desk.events(run.given(), first);
            Farewell.during(environment, () -> read(events));
            if (!shown && first > 0) {
                environment.err().println("waybill: note: there is no event " + first + " and none after it");
            }
            return ExitCode.YES;
        }
    }

    private void read(Desk.Events events) throws InterruptedException {
        Optional<JsonObject> next = events.next(Duration.ZERO);
        while (next.isPresent() || (follow.isGiven() && !events.isEnded())) {
            next.ifPresent(this::show);
            next = events.next(Duration.ZERO);
            if (next.isEmpty() && follow.isGiven() && !events.isEnded()) {
                environment.out().flush();
                next = events.next(A_WHILE);
            }
        }
    }

    private void show(JsonObject event) {
        shown = true;
        places.put(text(event, "eventId"), String.valueOf(event.get("sequence")));
        answer(event, out -> out.println(line(event, cause(event), common.terminal())));
    }

    private static String text(JsonObject event, String name) {
        return event.string(name).orElse("");
    }

    private String cause(JsonObject event) {
        String cause = text(event, "causationId");
        return cause.isEmpty() ? "" : "←" + places.getOrDefault(cause, "…");
    }

    private static String line(JsonObject event, String cause, Terminal terminal) {
        String sequence = String.valueOf(event.get("sequence"));
        String head = " ".repeat(Math.max(0, SEQUENCE - sequence.length())) + sequence + " ";
        String because = TextWidth.padRight(cause, CAUSE) + "  ";
        String time = Times.format(Times.parse(text(event, "timestamp"))).substring(11, 23) + "  ";
        String type = TextWidth.padRight(SafeText.of(text(event, "type")), TYPE) + "  ";
        String where = TextWidth.padRight(SafeText.of(text(event, "nodeId")), NODE) + "  ";
        String payload = SafeText.of(String.valueOf(event.get("payload")));
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

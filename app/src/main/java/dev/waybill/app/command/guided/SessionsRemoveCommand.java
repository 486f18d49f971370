package dev.waybill.app.command.guided;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.cli.Operand;
import dev.waybill.app.cli.Option;
import dev.waybill.app.cli.ToldCommand;
import dev.waybill.app.command.history.PruneCommand;
import dev.waybill.app.host.Sessions;
import dev.waybill.app.host.StoreOptions;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.journal.store.RunStore;
import dev.waybill.view.guided.Session;
import dev.waybill.view.text.Count;
import java.io.PrintStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// `waybill sessions remove`: deletes what agents wrote in sessions that are over. Receipts stay.
public final class SessionsRemoveCommand extends ToldCommand {

    private final Operand<String> session = takes(Operand.text("SESSION", "The session's name, or a unique prefix."));
    private final Option<String> olderThan = takes(
            Option.text("--older-than", "AGE", "Instead: all sessions without activity for this long: 30d, 12h, 2w."));
    private final Option<Boolean> dryRun = takes(Option.flag("--dry-run", "Only say what would be removed."));
    private final StoreOptions options = takes(new StoreOptions());

    public SessionsRemoveCommand(Environment environment) {
        super(
                environment,
                "Remove finished sessions.",
                "Deletes the events of their runs. Receipts stay, so proofs remain valid. A session with an open",
                "run is skipped, and so are runs that others need: sources of forks, children of open runs.");
    }

    @Override
    public ExitCode call() {
        String named = session.value();
        if ((named == null) == !olderThan.isGiven()) {
            throw Failure.usage(
                    "expected a session or --older-than AGE, found " + (named == null ? "neither" : "both"),
                    "For example: waybill sessions remove --older-than 30d --dry-run");
        }
        List<RemovedSession> removed = new ArrayList<>();
        try (RunStore store = options.openExisting(environment)) {
            for (Session found : wanted(new Sessions(store), named)) {
                removed.add(RemovedSession.remove(store, found, dryRun.isGiven()));
            }
        }
        return answer(toJson(removed), out -> print(out, removed));
    }

    private List<Session> wanted(Sessions sessions, @Nullable String named) {
        if (named == null) {
            Instant before =
                    environment.clock().instant().minus(PruneCommand.age("--older-than", olderThan.orElse("")));
            return sessions.quietSince(before).stream()
                    .filter(found -> found.openRuns().isEmpty())
                    .toList();
        }
        List<Session> found = sessions.find(named);
        found.forEach(this::requireOver);
        return found;
    }

    private void requireOver(Session found) {
        if (!found.openRuns().isEmpty()) {
            String run = found.openRuns().getFirst().header().runId().value();
            throw new Failure(
                    ExitCode.NO,
                    "session_open",
                    "the session \"%s\" has %s that has not ended: %s"
                            .formatted(found.name(), Count.of(found.openRuns().size(), "run"), run),
                    "End it first: waybill cancel " + run + options.again());
        }
    }

    private JsonObject toJson(List<RemovedSession> removed) {
        List<JsonValue> all = new ArrayList<>();
        removed.forEach(each -> all.add(each.toJson()));
        return JsonObject.of("dryRun", dryRun.isGiven()).with("sessions", new JsonArray(all));
    }

    private void print(PrintStream out, List<RemovedSession> removed) {
        removed.forEach(each -> each.print(out, dryRun.isGiven()));
        long whole = removed.stream().filter(each -> each.kept().isEmpty()).count();
        out.println(
                Count.of(whole, "session") + (dryRun.isGiven() ? " would be removed" : " removed") + "; receipts stay");
    }
}

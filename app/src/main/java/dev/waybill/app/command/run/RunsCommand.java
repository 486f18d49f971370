package dev.waybill.app.command.run;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.cli.Newest;
import dev.waybill.app.cli.Option;
import dev.waybill.app.cli.ToldCommand;
import dev.waybill.app.desk.Desk;
import dev.waybill.app.desk.ServerOptions;
import dev.waybill.app.host.Farewell;
import dev.waybill.app.host.StoreOptions;
import dev.waybill.app.host.TenantOption;
import dev.waybill.app.terminal.Terminal;
import dev.waybill.base.json.JsonObject;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.store.RunQuery;
import dev.waybill.view.run.RunRows;
import dev.waybill.view.text.SafeText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// `waybill runs`: which runs there are.
public final class RunsCommand extends ToldCommand {

    private static final long DEFAULT_LIMIT = 20;
    private static final long MOST = 10_000;
    private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);

    private final Option<List<String>> statuses = takes(Option.texts(
            "--status",
            "STATUS",
            "Only these: running, waiting, paused, completed, failed, cancelled, … May be repeated."));
    private final Option<String> workflow = takes(Option.text("--workflow", "ID", "Only runs of this workflow."));
    private final TenantOption tenant = takes(new TenantOption("Only runs of this tenant (default: of all)."));
    private final Option<Long> limit =
            takes(Option.number("--limit", "N", "How many at most, newest first (default: 20)."));
    private final Option<Boolean> ids = takes(Option.flag("--ids", "Only their ids, one a line, for scripts."));
    private final Option<Boolean> watch = takes(Option.flag("--watch", "Keep running and show changes."));
    private final StoreOptions options = takes(new StoreOptions());
    private final ServerOptions server = takes(new ServerOptions());

    public RunsCommand(Environment environment) {
        super(environment, "List runs, newest first.");
    }

    @Override
    public ExitCode call() throws Exception {
        RunQuery query = query(limit());
        boolean here = !server.isMeant(environment, options);
        if (here && !watch.isGiven() && options.isUnused(environment)) {
            show(List.of());
            return ExitCode.YES;
        }
        try (Desk desk = server.open(environment, options)) {
            if (watch.isGiven()) {
                Farewell.during(environment, () -> watch(desk, query));
            } else {
                show(desk.runs(query(limit() + 1)));
            }
            return ExitCode.YES;
        }
    }

    private long limit() {
        long most = limit.orElse(DEFAULT_LIMIT);
        if (most < 1 || most > MOST) {
            throw Failure.usage("--limit: expected 1 to " + MOST + ", found " + most, null);
        }
        return most;
    }

    private RunQuery query(long most) {
        List<RunStatus> wanted = new ArrayList<>();
        for (String word : statuses.orElse(List.of())) {
            List<RunStatus> meant = Arrays.stream(RunStatus.values())
                    .filter(status -> status.wire().equals(word) || (word.equals("waiting") && status.isWaiting()))
                    .toList();
            if (meant.isEmpty()) {
                throw Failure.usage("--status: no status is called '" + word + "'", "Known: waiting, " + words());
            }
            wanted.addAll(meant);
        }
        return RunQuery.where()
                .tenant(tenant.given())
                .definitionId(workflow.value())
                .statuses(wanted)
                .newest((int) most);
    }

    private static String words() {
        return String.join(
                ", ", Arrays.stream(RunStatus.values()).map(RunStatus::wire).toList());
    }

    private void show(List<JsonObject> found) {
        Newest<JsonObject> runs = Newest.of(found, limit());
        answer(runs.toJson("runs", row -> row), out -> {
            if (ids.isGiven()) {
                runs.shown().forEach(run -> out.println(text(run, "runId")));
            } else if (found.isEmpty()) {
                out.println("There are no such runs. Start one with 'waybill run FILE'.");
            } else {
                out.print(RunRows.text(runs.shown(), environment.clock().instant(), common.terminal()));
                runs.print(out);
            }
        });
    }

    /// A terminal shows the list anew; elsewhere there is a line for each run that changed.
    private void watch(Desk desk, RunQuery query) throws InterruptedException {
        Terminal terminal = common.terminal();
        Map<String, String> known = new LinkedHashMap<>();
        int drawn = 0;
        while (true) {
            List<JsonObject> runs = desk.runs(query);
            if (terminal.interactive() && !common.json()) {
                String table = RunRows.text(runs, environment.clock().instant(), terminal);
                environment.out().print((drawn == 0 ? "" : "\u001b[" + drawn + "A\u001b[J") + table);
                drawn = (int) table.lines().count();
            } else {
                changed(runs, known);
            }
            environment.out().flush();
            desk.await(LOOK_AGAIN);
        }
    }

    private void changed(List<JsonObject> runs, Map<String, String> known) {
        for (JsonObject run : runs.reversed()) {
            String status = text(run, "status");
            if (!status.equals(known.put(text(run, "runId"), status))) {
                answer(run, out -> out.println(text(run, "runId") + "  " + status + "  " + text(run, "workflowId")));
            }
        }
    }

    /// What another host says is shown safely.
    private static String text(JsonObject row, String name) {
        return SafeText.of(row.string(name).orElse(""));
    }
}

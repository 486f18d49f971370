package dev.waybill.app.command.guided;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.cli.Newest;
import dev.waybill.app.cli.Operand;
import dev.waybill.app.cli.Option;
import dev.waybill.app.cli.Output;
import dev.waybill.app.cli.ToldCommand;
import dev.waybill.app.desk.Desk;
import dev.waybill.app.desk.ServerOptions;
import dev.waybill.app.host.StoreOptions;
import dev.waybill.base.json.JsonObject;
import dev.waybill.view.guided.Session;
import dev.waybill.view.guided.SessionRows;
import dev.waybill.view.run.Page;
import java.util.List;

/// `waybill sessions`: what agents did and do with guided workflows.
public final class SessionsCommand extends ToldCommand {

    private static final long DEFAULT_LIMIT = 20;
    private static final long MOST = 1_000;
    private static final String NONE = "There are no sessions. An agent starts one with the tool workflow_start.";

    private final Operand<String> session = takes(
            Operand.text("SESSION", "Show this one with its steps: its name, or a unique prefix (default: list all)."));
    private final Option<Long> limit =
            takes(Option.number("--limit", "N", "How many to list at most, newest first (default: 20)."));
    private final Option<Boolean> all = takes(Option.flag("--all", "Include removed ones."));
    private final StoreOptions options = takes(new StoreOptions());
    private final ServerOptions server = takes(new ServerOptions());

    public SessionsCommand(Environment environment) {
        super(environment, "List the sessions of guided workflows, or show the steps of one.");
    }

    @Override
    public ExitCode call() {
        long most = limit.orElse(DEFAULT_LIMIT);
        if (most < 1 || most > MOST) {
            throw Failure.usage("--limit: expected 1 to " + MOST + ", found " + most, null);
        }
        String wanted = session.value();
        Output output = new Output(environment, common.json());
        if (wanted == null && !server.isMeant(environment, options) && options.isUnused(environment)) {
            JsonObject none = new Newest<>(List.<Session>of(), false).toJson("sessions", SessionRows::json);
            output.answer(none, out -> out.println(NONE));
            return ExitCode.YES;
        }
        try (Desk desk = server.open(environment, options)) {
            Page page = wanted == null ? desk.sessions((int) most, all.isGiven()) : desk.session(wanted);
            if (common.json()) {
                output.answer(page.toJson(), _ -> {});
            } else {
                page.print(
                        environment.out(),
                        common.terminal(),
                        environment.clock().instant());
            }
        }
        return ExitCode.YES;
    }
}

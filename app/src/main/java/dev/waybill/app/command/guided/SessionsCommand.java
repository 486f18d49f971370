package dev.waybill.app.command.guided;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.cli.Newest;
import dev.waybill.app.cli.Operand;
import dev.waybill.app.cli.Option;
import dev.waybill.app.cli.Output;
import dev.waybill.app.cli.ToldCommand;
import dev.waybill.app.host.Hosts;
import dev.waybill.app.host.StoreOptions;
import dev.waybill.journal.store.RunStore;
import dev.waybill.runtime.RunReader;
import dev.waybill.view.guided.Session;
import dev.waybill.view.guided.SessionPage;
import dev.waybill.view.guided.SessionRows;
import java.time.Instant;
import java.util.List;

/// `waybill sessions`: what agents did and do with guided workflows.
public final class SessionsCommand extends ToldCommand {

    private static final long DEFAULT_LIMIT = 20;
    private static final long MOST = 1_000;

    private final Operand<String> session = takes(
            Operand.text("SESSION", "Show this one with its steps: its name, or a unique prefix (default: list all)."));
    private final Option<Long> limit =
            takes(Option.number("--limit", "N", "How many to list at most, newest first (default: 20)."));
    private final Option<Boolean> all = takes(Option.flag("--all", "Include removed ones."));
    private final StoreOptions options = takes(new StoreOptions());

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
        if (wanted == null && options.isUnused(environment)) {
            list(List.of(), most);
            return ExitCode.YES;
        }
        try (RunStore store = options.openToRead(environment)) {
            Sessions sessions = new Sessions(store);
            RunReader reader = RunReader.of(store, Hosts.OPERATOR);
            if (wanted == null) {
                list(sessions.newest((int) most + 1, all.isGiven()), most);
            } else {
                show(sessions.find(wanted).stream()
                        .map(found -> SessionPage.of(reader, store, reader::state, found, options.again()))
                        .toList());
            }
        }
        return ExitCode.YES;
    }

    private void list(List<Session> found, long most) {
        Instant now = environment.clock().instant();
        Newest<Session> sessions = Newest.of(found, most);
        answer(sessions.toJson("sessions", SessionRows::json), out -> {
            if (found.isEmpty()) {
                out.println("There are no sessions. An agent starts one with the tool workflow_start.");
            } else {
                out.print(SessionRows.text(sessions.shown(), now, common.terminal()));
                sessions.print(out);
            }
        });
    }

    private void show(List<SessionPage> pages) {
        Instant now = environment.clock().instant();
        answer(
                        new Newest<>(pages, false).toJson("sessions", SessionPage::toJson),
                        out -> pages.forEach(page -> page.print(out, common.terminal(), now)));
    }
}

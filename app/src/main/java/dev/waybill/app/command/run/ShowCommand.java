package dev.waybill.app.command.run;

import dev.waybill.app.cli.Command;
import dev.waybill.app.cli.CommonOptions;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Operand;
import dev.waybill.app.cli.Output;
import dev.waybill.app.cli.Usage;
import dev.waybill.app.host.RunIds;
import dev.waybill.app.host.StoreOptions;
import dev.waybill.journal.EventCodec;
import dev.waybill.journal.RunId;
import dev.waybill.journal.StoredEvent;
import dev.waybill.journal.store.RunStore;
import dev.waybill.runtime.RunLoader;
import java.util.List;
import java.util.Objects;

/// `waybill show`: everything about one run.
public final class ShowCommand implements Command {

    private static final int PAGE = 1_000;

    private final Environment environment;

    private final CommonOptions common = new CommonOptions();
    private final StoreOptions options = new StoreOptions();

    private final Operand<String> run = Operand.text("RUN", "The run's id, or enough of its beginning.");

    public ShowCommand(Environment environment) {
        this.environment = environment;
    }

    @Override
    public Usage usage() {
        return Usage.of(
                "Show a run: status, nodes, variables, open questions, where it came from, what was signed.",
                run,
                options,
                common);
    }

    @Override
    public ExitCode call() {
        try (RunStore store = options.open(environment)) {
            RunId id = RunIds.resolve(store, Objects.requireNonNull(run.value()));
            Standing standing = Standing.of(RunLoader.of(store), id);
            RunPage page = new RunPage(
                    standing,
                    history(store, id),
                    RunReceipts.of(store, standing.state().header()),
                    Lineage.of(store, standing.state().header()),
                    options.again());
            new Output(environment, common.json())
                    .answer(
                            page.toJson(),
                            out -> page.print(
                                    out, common.terminal(), environment.clock().instant()));
            return ExitCode.YES;
        }
    }

    private static NodeHistory history(RunStore store, RunId id) {
        NodeHistory history = new NodeHistory();
        long next = 0;
        List<StoredEvent> page = store.events(id, next, PAGE);
        while (!page.isEmpty()) {
            page.forEach(event -> history.take(EventCodec.decode(id, event)));
            next += page.size();
            page = store.events(id, next, PAGE);
        }
        return history;
    }
}

package dev.waybill.app.command.history;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Operand;
import dev.waybill.app.cli.Output;
import dev.waybill.app.cli.ToldCommand;
import dev.waybill.app.desk.Desk;
import dev.waybill.app.desk.ServerOptions;
import dev.waybill.app.host.StoreOptions;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.view.run.Page;

/// `waybill diff`: where two runs part, and what came of it.
public final class DiffCommand extends ToldCommand {

    private final Operand<String> first = takes(Operand.text("A", "One run: its id, its beginning or end, or @last.")
            .required("two run ids; `waybill runs` lists them"));
    private final Operand<String> second = takes(Operand.text("B", "The other one.")
            .required("a second run id; `waybill runs` lists them")
            .at(1));
    private final StoreOptions stores = takes(new StoreOptions());
    private final ServerOptions server = takes(new ServerOptions());

    public DiffCommand(Environment environment) {
        super(
                environment,
                "Compare two runs: the first event that differs, and the outcome.",
                "Ids, names and times that each run generated for itself do not count; a replay is compared with",
                "its source byte for byte. Exit 0 if they are the same, 1 if not.");
    }

    @Override
    public ExitCode call() {
        try (Desk desk = server.open(environment, stores)) {
            Page page = desk.diff(first.given(), second.given());
            JsonObject diff = page.toJson();
            Output output = new Output(environment, common.json());
            output.answer(
                    diff,
                    out -> page.print(
                            out, common.terminal(), environment.clock().instant()));
            return ExitCode.of(diff.array("eventDiffs").orElse(JsonArray.EMPTY).size() == 0);
        }
    }
}

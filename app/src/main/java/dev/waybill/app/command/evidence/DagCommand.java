package dev.waybill.app.command.evidence;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Option;
import dev.waybill.app.cli.ToldCommand;
import java.io.IOException;

/// `waybill evidence dag`: whether the references between records hold.
public final class DagCommand extends ToldCommand {

    private final Option<String> correlation =
            takes(Option.text("--correlation", "ID", "Only the chain with this correlation id."));
    private final AnswerOptions options = takes(new AnswerOptions(common));

    public DagCommand(Environment environment) {
        super(environment, "Check the references: cycles, orphans, wrong prefixes, twins, clocks.", AnswerOptions.EXIT);
    }

    @Override
    public ExitCode call() throws IOException {
        return options.answer(environment, queries -> queries.dag(correlation.value()));
    }
}

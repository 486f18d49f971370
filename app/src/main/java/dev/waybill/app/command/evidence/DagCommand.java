package dev.waybill.app.command.evidence;

import dev.waybill.app.cli.Command;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Option;
import dev.waybill.app.cli.Usage;
import java.io.IOException;

/// `waybill evidence dag`: whether the references between records hold.
public final class DagCommand implements Command {

    private final Environment environment;

    private final Option<String> correlation =
            Option.text("--correlation", "ID", "Only the chain with this correlation id.");
    private final AnswerOptions options = new AnswerOptions();

    public DagCommand(Environment environment) {
        this.environment = environment;
    }

    @Override
    public Usage usage() {
        return Usage.of("Check the references: cycles, orphans, wrong prefixes, twins, clocks.", correlation, options)
                .footer(QuestionHelp.EXIT);
    }

    @Override
    public ExitCode call() throws IOException {
        return options.answer(environment, queries -> queries.dag(correlation.value()));
    }
}

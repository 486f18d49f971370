package dev.waybill.app.command;

import dev.waybill.app.cli.Argument;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.cli.Input;
import dev.waybill.app.cli.Line;
import dev.waybill.app.cli.LineAnswers;
import dev.waybill.app.cli.Operand;
import dev.waybill.app.cli.Option;
import dev.waybill.app.cli.Output;
import dev.waybill.base.json.JsonObject;
import java.util.function.Function;
import picocli.CommandLine.Model.CommandSpec;

/// The input of commands that answer for one document, or for one a line.
public final class LineOptions implements Argument {

    private final Operand<String> file = Operand.text("FILE", "What to read; - is standard input (default: -).");
    private final Option<Boolean> lines =
            Option.flag("--lines", "Read one document per line, and answer with one JSON object per line.");

    @Override
    public void addTo(CommandSpec spec) {
        file.addTo(spec);
        lines.addTo(spec);
    }

    public boolean lines() {
        return lines.isGiven();
    }

    /// The one document.
    public byte[] document(Environment environment) {
        try (Input input = Input.open(file.orElse("-"), environment)) {
            return input.bytes();
        }
    }

    /// Answers each line. The answers carry the verdicts, so the exit code only says that all were given.
    public ExitCode answerLines(Environment environment, Function<byte[], JsonObject> question) {
        try (Input input = Input.open(file.orElse("-"), environment)) {
            new LineAnswers(line -> answer(line, question)).run(input, new Output(environment, true));
        }
        return ExitCode.YES;
    }

    private static JsonObject answer(Line line, Function<byte[], JsonObject> question) {
        if (line instanceof Line.TooLong tooLong) {
            throw Failure.unreadable(tooLong.message(), null);
        }
        return question.apply(((Line.Text) line).bytes());
    }
}

package dev.waybill.app.command;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.cli.Input;
import dev.waybill.app.cli.Line;
import dev.waybill.app.cli.LineAnswers;
import dev.waybill.app.cli.Output;
import dev.waybill.base.json.JsonObject;
import java.util.function.Function;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// The input of commands that answer for one document, or for one a line.
public final class LineOptions {

    @Parameters(
            arity = "0..1",
            paramLabel = "FILE",
            defaultValue = "-",
            description = "What to read; - is standard input (default: ${DEFAULT-VALUE}).")
    String file = "-";

    @Option(names = "--lines", description = "Take one document a line, and answer one JSON object a line.")
    boolean lines;

    public boolean lines() {
        return lines;
    }

    /// The one document.
    public byte[] document(Environment environment) {
        try (Input input = Input.open(file, environment)) {
            return input.bytes();
        }
    }

    /// Answers each line. The answers carry the verdicts, so the exit code only says that all were given.
    public ExitCode answerLines(Environment environment, Function<byte[], JsonObject> question) {
        try (Input input = Input.open(file, environment)) {
            new LineAnswers(line -> answer(line, question)).run(input, new Output(environment, true));
        }
        return ExitCode.YES;
    }

    private static JsonObject answer(Line line, Function<byte[], JsonObject> question) {
        return switch (line) {
            case Line.Text text -> question.apply(text.bytes());
            case Line.TooLong tooLong ->
                Failure.unreadable(tooLong.message(), null).toJson();
        };
    }
}

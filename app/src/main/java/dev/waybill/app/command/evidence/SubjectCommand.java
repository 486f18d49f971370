package dev.waybill.app.command.evidence;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Operand;
import dev.waybill.app.cli.ToldCommand;
import dev.waybill.evidence.query.Answer;
import dev.waybill.evidence.query.Queries;
import java.io.IOException;
import java.util.function.BiFunction;

/// The questions about one name: `trace`, `who`, `commits`.
public final class SubjectCommand extends ToldCommand {

    private static final String TASK = "The task's id, or a unique prefix.";

    private final BiFunction<Queries, String, Answer> question;
    private final Operand<String> subject;
    private final AnswerOptions options = takes(new AnswerOptions(common));

    private SubjectCommand(
            Environment environment,
            String summary,
            Operand<String> subject,
            BiFunction<Queries, String, Answer> question) {
        super(environment, summary, AnswerOptions.EXIT);
        this.subject = takes(subject);
        this.question = question;
    }

    public static SubjectCommand trace(Environment environment) {
        return new SubjectCommand(
                environment,
                "All records of a chain, each after those that it depends on.",
                Operand.text("CORRELATION", "The correlation id or a task's id, or a unique prefix.")
                        .required("a correlation id or a task id; `waybill evidence tasks` lists tasks"),
                Queries::trace);
    }

    public static SubjectCommand who(Environment environment) {
        return new SubjectCommand(environment, "Which agents worked on a task.", task(), Queries::who);
    }

    public static SubjectCommand commits(Environment environment) {
        return new SubjectCommand(environment, "Which commits belong to a task.", task(), Queries::commits);
    }

    private static Operand<String> task() {
        return Operand.text("TASK", TASK).required("a task id; `waybill evidence tasks` lists them");
    }

    @Override
    public ExitCode call() throws IOException {
        return options.answer(environment, queries -> question.apply(queries, subject.given()));
    }
}

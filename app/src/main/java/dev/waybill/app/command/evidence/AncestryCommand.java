package dev.waybill.app.command.evidence;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.cli.Operand;
import dev.waybill.app.cli.Option;
import dev.waybill.app.cli.ToldCommand;
import dev.waybill.evidence.query.Answer;
import dev.waybill.evidence.query.Queries;
import java.io.IOException;

/// `why` and `impact`: what a record depends on, and what depends on it.
public final class AncestryCommand extends ToldCommand {

    private static final long USUAL_DEPTH = 20;
    private static final long MOST_DEPTH = 1_000_000;

    private interface Question {
        Answer ask(Queries queries, String id, int depth);
    }

    private final Question question;
    private final Operand<String> id =
            takes(Operand.text("ID", "A record's id, with its system if needed: agentmesh:evt_000042; or a task's id.")
                    .required("the id of a record or of a task; `waybill evidence tasks` lists tasks"));
    private final Option<Long> depth = takes(Option.number("--depth", "N", "How many steps to follow (default: 20)."));
    private final AnswerOptions options = takes(new AnswerOptions(common));

    private AncestryCommand(Environment environment, String summary, Question question) {
        super(environment, summary, AnswerOptions.EXIT);
        this.question = question;
    }

    public static AncestryCommand why(Environment environment) {
        return new AncestryCommand(environment, "What a record depends on, directly and indirectly.", Queries::why);
    }

    public static AncestryCommand impact(Environment environment) {
        return new AncestryCommand(environment, "What depends on a record, directly and indirectly.", Queries::impact);
    }

    @Override
    public ExitCode call() throws IOException {
        long steps = depth.orElse(USUAL_DEPTH);
        if (steps < 1 || steps > MOST_DEPTH) {
            throw Failure.usage("expected a depth from 1 to " + MOST_DEPTH + ", found " + steps, "Check --depth.");
        }
        return options.answer(environment, queries -> question.ask(queries, id.given(), (int) steps));
    }
}

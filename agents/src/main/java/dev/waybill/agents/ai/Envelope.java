package dev.waybill.agents.ai;

import dev.waybill.agents.model.MessagePart;
import dev.waybill.agents.model.ModelAnswer;
import dev.waybill.agents.model.ModelMessage;
import dev.waybill.agents.model.ModelRequest;
import dev.waybill.agents.model.Reply;
import dev.waybill.agents.model.ResponseFormat;
import dev.waybill.agents.model.Role;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.journal.event.ModelFact;
import dev.waybill.workflow.expression.ExpressionException;
import dev.waybill.workflow.expression.StepBudget;
import dev.waybill.workflow.schema.JsonSchema;
import dev.waybill.workflow.schema.Violation;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Gets an answer of a given shape out of a model, within a bound: a wrong shape is told to the model, an answer that
/// was cut off gets twice the room, prose is put into shape once at the end, and a refusal is the end at once.
///
/// Everything on the way is a fact of the node; a failure of the provider is left to the engine, which tries again.
final class Envelope {

    private static final long ROOM = 1024;
    private static final int MOST_ROOM = 1 << 20;
    private static final int MOST_VIOLATIONS = 10;
    private static final long VALIDATION_STEPS = 10_000_000;

    private static final String TRUNCATION = "truncation";
    private static final String PARSE_ERROR = "parse-error";
    private static final String SCHEMA_VIOLATION = "schema-violation";

    private final Question question;
    private final ResponseFormat format;
    private final JsonSchema schema;
    private final int attempts;
    private int asked;
    private boolean onlyProse = true;

    /// @param format what the answer must fit
    Envelope(Question question, ResponseFormat format, int attempts) {
        this.question = question;
        this.format = format;
        this.schema = JsonSchema.compile(format.schema());
        this.attempts = attempts;
    }

    /// What came of one attempt.
    sealed interface Attempt permits Outcome, Problem {}

    /// What came of it all.
    sealed interface Outcome extends Attempt {
        /// @param retries how often the model had to be asked again
        record Valid(JsonValue value, Reply reply, int retries) implements Outcome {}

        record Ended(NodeResult result) implements Outcome {}
    }

    /// An answer that could not be used.
    ///
    /// @param told what the model is told about it; null when it would not help
    private record Problem(
            String reason, Reply reply, @Nullable String told) implements Attempt {}

    Outcome ask(ModelRequest asking) throws InterruptedException {
        ModelRequest request = asking.answering(format);
        Problem problem = null;
        while (asked < attempts) {
            if (problem != null) {
                request = again(request, problem);
                question.report(new ModelFact.EnvelopeRetryAttempted(question.nodeId(), asked + 1, problem.reason()));
            }
            switch (attempt(request)) {
                case Outcome outcome -> {
                    return outcome;
                }
                case Problem found -> problem = found;
            }
        }
        return problem != null && problem.reason().equals(PARSE_ERROR) && onlyProse
                ? intoShape(request, problem)
                : exhausted(problem);
    }

    private Attempt attempt(ModelRequest request) throws InterruptedException {
        asked++;
        ModelAnswer answer = question.askQuietly(request);
        return switch (answer) {
            case ModelAnswer.Failed failed -> new Outcome.Ended(failed.toNodeResult());
            case ModelAnswer.Refused(var _, var text, var category) ->
                new Outcome.Ended(question.refused(text, category));
            case ModelAnswer.Blocked(var _, var category) -> new Outcome.Ended(question.refused(null, category));
            case ModelAnswer.Truncated(var reply) -> truncated(reply);
            case ModelAnswer.Completed(var reply) -> judged(reply);
        };
    }

    private Problem truncated(Reply reply) {
        question.report(new ModelFact.EnvelopeTruncated(
                question.nodeId(),
                question.choice().provider().name(),
                question.choice().model(),
                "max_tokens",
                reply.usage().output()));
        onlyProse = false;
        return new Problem(TRUNCATION, reply, null);
    }

    private Attempt judged(Reply reply) {
        String text = reply.message().text();
        Lenient found = Lenient.parse(text).orElse(null);
        if (found == null) {
            onlyProse = onlyProse && Lenient.isProse(text);
            return new Problem(PARSE_ERROR, reply, "It was not JSON.");
        }
        onlyProse = false;
        List<Violation> violations = violations(found.value());
        if (!violations.isEmpty()) {
            return new Problem(SCHEMA_VIOLATION, reply, told(violations));
        }
        if (found.path() != null) {
            question.report(new ModelFact.EnvelopeRecovered(question.nodeId(), found.path()));
        }
        return new Outcome.Valid(found.value(), reply, asked - 1);
    }

    private List<Violation> violations(JsonValue value) {
        try {
            return schema.validate(value, StepBudget.of(VALIDATION_STEPS));
        } catch (ExpressionException e) {
            return List.of(new Violation("", "budget", "it is too large to be checked"));
        }
    }

    private static String told(List<Violation> violations) {
        return violations.stream()
                .limit(MOST_VIOLATIONS)
                .map(Violation::toString)
                .collect(Collectors.joining("\n- ", "It does not fit the schema:\n- ", ""));
    }

    /// What was cut off was not wrong: it gets more room, and no lesson.
    private ModelRequest again(ModelRequest request, Problem problem) {
        if (problem.told() == null) {
            Long room = request.sampling().maxOutputTokens();
            long more = Math.min(MOST_ROOM, 2 * (room == null ? ROOM : room));
            return request.sampled(request.sampling().maxOutputTokens(more));
        }
        return corrected(request, problem, "Your answer could not be used. " + problem.told());
    }

    private ModelRequest corrected(ModelRequest request, Problem problem, String told) {
        String said = problem.reply().message().text();
        ModelMessage lesson = ModelMessage.user(told + "\n\n" + format.inWords());
        return said.isEmpty()
                ? request.and(lesson)
                : request.and(new ModelMessage(Role.ASSISTANT, List.of(new MessagePart.Text(said))), lesson);
    }

    /// The model has the answer, and cannot put it into shape: that is asked of it alone, once.
    private Outcome intoShape(ModelRequest request, Problem problem) throws InterruptedException {
        question.report(new ModelFact.NlToFormatEngaged(
                question.nodeId(), format.schema().string("title").orElse(format.name()), 1));
        ModelRequest shaping = corrected(request, problem, "Put what you said into JSON. Add nothing to it.");
        return attempt(shaping) instanceof Outcome outcome ? outcome : exhausted(problem);
    }

    private Outcome exhausted(@Nullable Problem problem) {
        String reason = problem == null ? "unknown" : problem.reason();
        question.report(new ModelFact.EnvelopeRetryExhausted(question.nodeId(), asked, reason));
        boolean cut = reason.equals(TRUNCATION);
        return new Outcome.Ended(NodeResult.overCap(
                cut ? "envelope_truncation_unrecoverable" : "envelope_invalid",
                cut
                        ? "the model was cut off %d times; give it more room with maxTokens".formatted(asked)
                        : "the model gave no answer that fits the schema in %d attempts (%s)".formatted(asked, reason),
                "schema",
                "node",
                JsonNumber.of(attempts),
                JsonNumber.of(attempts + 1L)));
    }

    static ResponseFormat format(JsonObject schema) {
        String title = schema.string("title").orElse("").replaceAll("[^a-zA-Z0-9_-]", "");
        return new ResponseFormat(title.isEmpty() ? "result" : title, schema, false);
    }
}

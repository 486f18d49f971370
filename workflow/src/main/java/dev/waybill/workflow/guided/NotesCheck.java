package dev.waybill.workflow.guided;

import dev.waybill.base.json.JsonException;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonValue;
import dev.waybill.workflow.expression.ExpressionException;
import dev.waybill.workflow.expression.LookAheadPattern;
import dev.waybill.workflow.expression.StepBudget;
import dev.waybill.workflow.schema.InvalidSchema;
import dev.waybill.workflow.schema.JsonSchema;
import dev.waybill.workflow.schema.Violation;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Checks notes. A rule whose condition does not hold asks for nothing.
final class NotesCheck {

    /// Enough for long notes and every pattern that a person would write.
    private static final long STEPS = 5_000_000;

    private NotesCheck() {}

    static List<String> problems(NotesRule rule, String notes, JsonObject context) {
        return switch (rule) {
            case NotesRule.All(var rules) ->
                rules.stream()
                        .flatMap(it -> problems(it, notes, context).stream())
                        .toList();
            case NotesRule.Any(var rules) -> any(rules, notes, context);
            case NotesRule.Not(var inner) -> not(inner, notes, context);
            default -> isDue(when(rule), context) ? leaf(rule, notes) : List.of();
        };
    }

    /// One rule that is met is enough; if there is none, the agent sees all the ways it has.
    private static List<String> any(List<NotesRule> rules, String notes, JsonObject context) {
        List<String> problems = new ArrayList<>();
        for (NotesRule rule : rules) {
            List<String> found = problems(rule, notes, context);
            if (found.isEmpty()) {
                return List.of();
            }
            problems.add(String.join("; ", found));
        }
        return problems.isEmpty() ? List.of() : List.of("expected one of these to be mended: " + join(problems));
    }

    private static String join(List<String> problems) {
        return String.join(" | ", problems);
    }

    /// A rule that is not due is not met, so its opposite asks for nothing either.
    private static List<String> not(NotesRule inner, String notes, JsonObject context) {
        boolean applies = isDue(when(inner), context);
        return applies && problems(inner, notes, context).isEmpty()
                ? List.of("expected the notes not to satisfy: " + describe(inner))
                : List.of();
    }

    private static boolean isDue(@Nullable GuidedCondition when, JsonObject context) {
        return when == null || when.holds(context);
    }

    private static @Nullable GuidedCondition when(NotesRule rule) {
        return switch (rule) {
            case NotesRule.Contains it -> it.when();
            case NotesRule.Matches it -> it.when();
            case NotesRule.Length it -> it.when();
            case NotesRule.Fits it -> it.when();
            case NotesRule.All _, NotesRule.Any _, NotesRule.Not _ -> null;
        };
    }

    private static List<String> leaf(NotesRule rule, String notes) {
        String problem = switch (rule) {
            case NotesRule.Contains it -> notes.contains(it.text()) ? null : worded(it.message(), rule);
            case NotesRule.Matches it -> matches(it, notes);
            case NotesRule.Length it -> length(it, notes);
            case NotesRule.Fits it -> fits(it, notes);
            case NotesRule.All _, NotesRule.Any _, NotesRule.Not _ -> null;
        };
        return problem == null ? List.of() : List.of(problem);
    }

    private static @Nullable String matches(NotesRule.Matches rule, String notes) {
        try {
            LookAheadPattern pattern = LookAheadPattern.compile(rule.pattern(), rule.flags());
            return pattern.foundIn(notes, StepBudget.of(STEPS)) ? null : worded(rule.message(), rule);
        } catch (ExpressionException e) {
            return "the notes could not be matched with /" + rule.pattern() + "/: " + e.getMessage();
        }
    }

    private static @Nullable String length(NotesRule.Length rule, String notes) {
        int length = notes.length();
        Integer least = rule.least();
        Integer most = rule.most();
        boolean fits = (least == null || length >= least) && (most == null || length <= most);
        return fits ? null : worded(rule.message(), rule) + " (found " + length + " characters)";
    }

    private static @Nullable String fits(NotesRule.Fits rule, String notes) {
        try {
            JsonValue value = JsonReader.read(notes, JsonLimits.RECEIPT);
            List<Violation> violations = JsonSchema.compile(rule.schema()).validate(value, StepBudget.of(STEPS));
            return violations.isEmpty() ? null : worded(rule.message(), rule) + " (" + violations.getFirst() + ")";
        } catch (JsonException e) {
            return worded(rule.message(), rule) + " (the notes are not JSON: " + e.getMessage() + ")";
        } catch (InvalidSchema | ExpressionException e) {
            return "the notes could not be checked: " + e.getMessage();
        }
    }

    private static String worded(@Nullable String message, NotesRule rule) {
        return message == null ? "expected the notes to satisfy: " + describe(rule) : message;
    }

    private static String describe(NotesRule rule) {
        return switch (rule) {
            case NotesRule.Contains it -> "contains \"" + it.text() + "\"";
            case NotesRule.Matches it -> "matches /" + it.pattern() + "/" + it.flags();
            case NotesRule.Length it -> "has " + bounds(it.least(), it.most()) + " characters";
            case NotesRule.Fits _ -> "is JSON that fits the schema";
            case NotesRule.All(var rules) -> "all of (" + describe(rules) + ")";
            case NotesRule.Any(var rules) -> "one of (" + describe(rules) + ")";
            case NotesRule.Not(var inner) -> "not (" + describe(inner) + ")";
        };
    }

    private static String describe(List<NotesRule> rules) {
        return String.join(", ", rules.stream().map(NotesCheck::describe).toList());
    }

    private static String bounds(@Nullable Integer least, @Nullable Integer most) {
        if (most == null) {
            return "at least " + least;
        }
        return least == null ? "at most " + most : least + " to " + most;
    }
}

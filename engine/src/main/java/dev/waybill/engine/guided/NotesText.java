package dev.waybill.engine.guided;

import dev.waybill.base.json.JsonObject;
import dev.waybill.workflow.guided.GuidedCondition;
import dev.waybill.workflow.guided.NotesRule;
import dev.waybill.workflow.guided.NotesRule.All;
import dev.waybill.workflow.guided.NotesRule.Any;
import dev.waybill.workflow.guided.NotesRule.Contains;
import dev.waybill.workflow.guided.NotesRule.Fits;
import dev.waybill.workflow.guided.NotesRule.Length;
import dev.waybill.workflow.guided.NotesRule.Matches;
import dev.waybill.workflow.guided.NotesRule.Not;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Says in words what notes must satisfy, so that the agent knows it before it writes them.
final class NotesText {

    static final String USUAL = "What you did and found in this step.";

    private NotesText() {}

    /// One requirement a line.
    static List<String> lines(NotesRule rule) {
        return rule instanceof All all
                ? all.rules().stream().flatMap(part -> lines(part).stream()).toList()
                : List.of(of(rule));
    }

    /// Notes that have what can be shown: the texts that they must contain, and enough of them.
    static String sample(NotesRule rule) {
        String texts = contained(rule).collect(Collectors.joining(" … "));
        StringBuilder sample = new StringBuilder(texts.isEmpty() ? USUAL : texts + " …");
        int least = Math.min(least(rule), PayloadLimits.NOTES_BYTES / 2);
        while (sample.length() < least) {
            sample.append(' ').append(USUAL);
        }
        return sample.toString();
    }

    private static int least(NotesRule rule) {
        return switch (rule) {
            case Length it -> it.least() == null ? 0 : it.least();
            case All it -> it.rules().stream().mapToInt(NotesText::least).max().orElse(0);
            case Any it ->
                it.rules().stream().limit(1).mapToInt(NotesText::least).sum();
            default -> 0;
        };
    }

    private static String of(NotesRule rule) {
        return switch (rule) {
            case Contains it -> said("they contain \"%s\"".formatted(it.text()), it.message(), it.when());
            case Matches it -> said("they match /%s/%s".formatted(it.pattern(), it.flags()), it.message(), it.when());
            case Length it -> said("they have " + bounds(it), it.message(), it.when());
            case Fits it -> said("they are JSON that fits " + shape(it.schema()), it.message(), it.when());
            case All it -> joined(it.rules(), " and ");
            case Any it -> joined(it.rules(), " or ");
            case Not it -> "not: " + of(it.rule());
        };
    }

    private static String said(String rule, @Nullable String message, @Nullable GuidedCondition when) {
        String condition = when == null ? "" : " (while %s)".formatted(ConditionText.of(when));
        return rule + condition + (message == null ? "" : " -- " + message);
    }

    private static String bounds(Length rule) {
        if (rule.least() == null) {
            return "at most " + characters(Objects.requireNonNull(rule.most()));
        }
        return rule.most() == null
                ? "at least " + characters(rule.least())
                : rule.least() + " to " + characters(rule.most());
    }

    private static String characters(int count) {
        return count == 1 ? "1 character" : count + " characters";
    }

    private static String shape(JsonObject schema) {
        return Brief.text(schema.toString(), 400);
    }

    private static String joined(List<NotesRule> rules, String word) {
        return rules.stream().map(NotesText::of).collect(Collectors.joining(word, "(", ")"));
    }

    private static Stream<String> contained(NotesRule rule) {
        return switch (rule) {
            case Contains it -> Stream.of(it.text());
            case All it -> it.rules().stream().flatMap(NotesText::contained);
            case Any it -> it.rules().stream().limit(1).flatMap(NotesText::contained);
            default -> Stream.empty();
        };
    }
}

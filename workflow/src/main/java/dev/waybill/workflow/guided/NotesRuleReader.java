package dev.waybill.workflow.guided;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonPointer;
import dev.waybill.base.json.JsonValue;
import dev.waybill.workflow.DefinitionCode;
import dev.waybill.workflow.Members;
import dev.waybill.workflow.SchemaCheck;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// Reads `validationCriteria`: a list of rules, one rule, or rules joined by `and`, `or` and `not`.
final class NotesRuleReader {

    private static final List<String> KNOWN =
            List.of("type", "value", "pattern", "flags", "min", "max", "schema", "message", "condition");
    private static final List<String> TYPES = List.of("contains", "regex", "length", "schema");
    private static final NotesRule NOTHING = new NotesRule.All(List.of());

    private NotesRuleReader() {}

    static @Nullable NotesRule optional(Members members, String name) {
        JsonValue value = members.object().get(name);
        if (value == null || (value instanceof JsonArray array && array.size() == 0)) {
            return null;
        }
        return any(value, members.pointer(name), members);
    }

    private static NotesRule any(JsonValue value, String pointer, Members around) {
        return switch (value) {
            case JsonArray array -> new NotesRule.All(each(array.items(), pointer, around));
            case JsonObject rule -> rule(new Members(rule, pointer, around.findings()));
            default -> {
                around.wrongTypeAt(pointer, "a rule or a list of rules", value);
                yield NOTHING;
            }
        };
    }

    private static List<NotesRule> each(List<JsonValue> items, String pointer, Members around) {
        List<NotesRule> rules = new ArrayList<>();
        for (int i = 0; i < items.size(); i++) {
            rules.add(any(items.get(i), JsonPointer.item(pointer, i), around));
        }
        return rules;
    }

    private static NotesRule rule(Members rule) {
        if (rule.has("and")) {
            return new NotesRule.All(each(rule.optionalArray("and"), rule.pointer("and"), rule));
        }
        if (rule.has("or")) {
            return new NotesRule.Any(each(rule.optionalArray("or"), rule.pointer("or"), rule));
        }
        JsonValue not = rule.object().get("not");
        if (not != null) {
            return new NotesRule.Not(any(not, rule.pointer("not"), rule));
        }
        return leaf(rule);
    }

    private static NotesRule leaf(Members rule) {
        rule.expectOnly(KNOWN);
        if (!rule.require("type")) {
            return NOTHING;
        }
        rule.word("type", TYPES);
        String message = rule.optionalText("message");
        GuidedCondition when = ConditionReader.optional(rule, "condition");
        return switch (rule.object().string("type").orElse("")) {
            case "contains" -> new NotesRule.Contains(rule.text("value"), message, when);
            case "regex" -> regex(rule, message, when);
            case "length" -> length(rule, message, when);
            case "schema" -> {
                JsonObject schema = rule.requiredObject("schema");
                SchemaCheck.check(schema, rule.pointer("schema"), rule.findings());
                yield new NotesRule.Fits(schema, message, when);
            }
            default -> NOTHING;
        };
    }

    private static NotesRule regex(Members rule, @Nullable String message, @Nullable GuidedCondition when) {
        String pattern = rule.text("pattern");
        String flags = rule.optionalText("flags");
        ConditionReader.pattern(pattern, flags == null ? "" : flags, rule.pointer("pattern"), rule.findings());
        return new NotesRule.Matches(pattern, flags == null ? "" : flags, message, when);
    }

    private static NotesRule length(Members rule, @Nullable String message, @Nullable GuidedCondition when) {
        Integer least = whole(rule.integer("min", 0, Integer.MAX_VALUE));
        Integer most = whole(rule.integer("max", 0, Integer.MAX_VALUE));
        if (!rule.has("min") && !rule.has("max")) {
            rule.findings()
                    .error(
                            rule.pointer(),
                            DefinitionCode.MISSING_MEMBER,
                            "expected \"min\" or \"max\"",
                            "say how long");
        }
        if (least != null && most != null && least > most) {
            rule.findings()
                    .error(
                            rule.pointer("max"),
                            DefinitionCode.OUT_OF_RANGE,
                            "expected \"max\" to be at least %d, found %d".formatted(least, most),
                            "swap the two");
        }
        return new NotesRule.Length(least, most, message, when);
    }

    private static @Nullable Integer whole(OptionalLong number) {
        return number.isPresent() ? Integer.valueOf((int) number.getAsLong()) : null;
    }
}

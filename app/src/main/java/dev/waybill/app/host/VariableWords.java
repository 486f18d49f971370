package dev.waybill.app.host;

import dev.waybill.app.cli.Failure;
import dev.waybill.app.cli.KeyValues;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.workflow.Suggestion;
import dev.waybill.workflow.VariableType;
import dev.waybill.workflow.WorkflowVariable;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/// Values that a command line gives for variables: the declared type says how a word is read, so that the version 2.0
/// stays a text, and a number that is none is refused where it was typed.
///
/// @param option what the words belong to, for messages
public record VariableWords(String option, List<WorkflowVariable> declared) {

    /// @param words each `name=value`
    /// @throws Failure when a value is not of its variable's type
    public JsonObject read(List<String> words) {
        return KeyValues.read(words, option, this::value);
    }

    private JsonValue value(String name, String word) {
        Optional<VariableType> type = declared.stream()
                .filter(variable -> variable.name().equals(name))
                .map(WorkflowVariable::type)
                .findFirst();
        if (type.isEmpty()) {
            return KeyValues.value(word);
        }
        if (type.get() == VariableType.STRING) {
            return KeyValues.text(word);
        }
        JsonValue value = KeyValues.value(word);
        if (!type.get().accepts(value)) {
            throw Failure.usage(
                    "%s %s: expected %s, found '%s'".formatted(option, name, expected(type.get()), word),
                    "The definition declares the type of \"%s\".".formatted(name));
        }
        return value;
    }

    private static String expected(VariableType type) {
        return switch (type) {
            case STRING -> "a text";
            case NUMBER -> "a number";
            case BOOLEAN -> "true or false";
            case OBJECT -> "a JSON object";
            case ARRAY -> "a JSON array";
        };
    }

    /// @throws Failure when nobody reads a value of that name
    public static void requireKnown(String option, Collection<String> names, Collection<String> known) {
        for (String name : names) {
            if (!known.contains(name)) {
                String all = known.isEmpty() ? "It takes none." : "It takes " + String.join(", ", known) + ".";
                String meant = Suggestion.nearest(name, known)
                        .map(near -> "; did you mean \"" + near + "\"?")
                        .orElse("");
                throw Failure.usage("%s: the workflow has no \"%s\"%s".formatted(option, name, meant), all);
            }
        }
    }
}

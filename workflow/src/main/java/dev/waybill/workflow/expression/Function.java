package dev.waybill.workflow.expression;

import dev.waybill.base.json.Jcs;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import java.util.ArrayList;
import java.util.List;

/// The functions of the language. All are total over the kinds they name; none depends on a locale.
enum Function {
    LENGTH("length", 1, 1) {
        @Override
        JsonValue apply(List<JsonValue> arguments, StepBudget budget, int position) {
            JsonValue value = arguments.getFirst();
            return JsonNumber.of(
                    switch (value) {
                        case JsonString(var text) -> {
                            budget.spend(text.length() / 16, position);
                            yield text.codePointCount(0, text.length());
                        }
                        case JsonArray array -> array.size();
                        case JsonObject object -> object.size();
                        default ->
                            throw ExpressionException.wrongKind(position, "a string, array or object", value.kind());
                    });
        }
    },
    CONTAINS("contains", 2, 2) {
        @Override
        JsonValue apply(List<JsonValue> arguments, StepBudget budget, int position) {
            return JsonBool.of(Values.contains(arguments.get(0), arguments.get(1), budget, position));
        }
    },
    STARTS_WITH("startsWith", 2, 2) {
        @Override
        JsonValue apply(List<JsonValue> arguments, StepBudget budget, int position) {
            return JsonBool.of(textOf(arguments, 0, position).startsWith(textOf(arguments, 1, position)));
        }
    },
    ENDS_WITH("endsWith", 2, 2) {
        @Override
        JsonValue apply(List<JsonValue> arguments, StepBudget budget, int position) {
            return JsonBool.of(textOf(arguments, 0, position).endsWith(textOf(arguments, 1, position)));
        }
    },
    MATCHES("matches", 2, 2) {
        @Override
        JsonValue apply(List<JsonValue> arguments, StepBudget budget, int position) {
            return JsonBool.of(LinearPattern.compile(textOf(arguments, 1, position))
                    .foundIn(textOf(arguments, 0, position), budget));
        }
    },
    COALESCE("coalesce", 1, Integer.MAX_VALUE) {
        @Override
        JsonValue apply(List<JsonValue> arguments, StepBudget budget, int position) {
            return arguments.stream()
                    .filter(value -> value != JsonNull.NULL)
                    .findFirst()
                    .orElse(JsonNull.NULL);
        }
    },
    TEXT("text", 1, 1) {
        @Override
        JsonValue apply(List<JsonValue> arguments, StepBudget budget, int position) {
            JsonValue value = arguments.getFirst();
            return switch (value) {
                case JsonString text -> text;
                case JsonNumber _, JsonBool _, JsonNull _ -> new JsonString(Jcs.canonical(value));
                case JsonArray _, JsonObject _ ->
                    throw ExpressionException.wrongKind(position, "a string, number, boolean or null", value.kind());
            };
        }
    };

    private final String word;
    private final int fewest;
    private final int most;

    Function(String word, int fewest, int most) {
        this.word = word;
        this.fewest = fewest;
        this.most = most;
    }

    abstract JsonValue apply(List<JsonValue> arguments, StepBudget budget, int position);

    static Function named(Token name) {
        List<String> words = new ArrayList<>();
        for (Function function : values()) {
            if (function.word.equals(name.text())) {
                return function;
            }
            words.add(function.word);
        }
        throw new ExpressionException(
                ExpressionCode.UNKNOWN_NAME,
                name.position(),
                "expected one of the functions %s, found \"%s\"".formatted(String.join(", ", words), name.text()));
    }

    void checkCount(int count, int position) {
        if (count < fewest || count > most) {
            String expected = most == fewest ? Integer.toString(fewest) : "at least " + fewest;
            throw ExpressionException.syntax(
                    position, "%s to have %s argument(s)".formatted(word, expected), Integer.toString(count));
        }
    }

    String textOf(List<JsonValue> arguments, int index, int position) {
        return Values.text(arguments.get(index), "a string as argument %d of %s".formatted(index + 1, word), position);
    }
}

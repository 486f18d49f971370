package dev.waybill.receipt.claims;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.receipt.grammar.Tokens;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// What a JSON value must look like. A handful of shapes is enough to write every claim and every
/// extension group as a table that can be compared with its specification line by line.
sealed interface Shape
        permits Fields, Shape.Text, Shape.Choice, Shape.Whole, Shape.Flag, Shape.Items, Shape.Anything, Shape.Either {

    /// What is wrong with the value, or null when it fits.
    @Nullable
    Fault fault(JsonValue value);

    /// Any string of a length in UTF-16 units, which is how PEAC defines length. (Its newest releases
    /// happen to count code points, because a library below them began to.)
    static Shape text(int min, int max) {
        String expected = min == 0 ? "a string of at most " + max : "a string of " + min + " to " + max;
        return new Text(min, max, expected + " characters", _ -> true);
    }

    /// A string that follows a grammar.
    static Shape text(int min, int max, String expected, Predicate<String> grammar) {
        return new Text(min, max, expected, grammar);
    }

    static Shape sha256() {
        return text(71, 71, "sha256: and 64 lower-case hexadecimal digits", Tokens::isSha256);
    }

    static Shape choice(String... values) {
        return new Choice(List.of(values));
    }

    /// An integer. `5.0` is one, as it is for PEAC; `5.5` and everything beyond 2^53 - 1 is not.
    static Shape whole(long min, long max) {
        return new Whole(min, max);
    }

    static Shape flag() {
        return new Flag();
    }

    static Shape items(int min, int max, Shape item) {
        return new Items(min, max, item, Order.ANY);
    }

    static Shape distinctItems(int min, int max, Shape item) {
        return new Items(min, max, item, Order.DISTINCT);
    }

    /// Strings in ascending order, each once.
    static Shape ascendingItems(int min, int max, Shape item) {
        return new Items(min, max, item, Order.ASCENDING);
    }

    static Shape anything() {
        return new Anything();
    }

    /// An object with any members.
    static Shape anyObject() {
        return Fields.open();
    }

    /// A value that has one of two shapes; a misfit is explained by the first.
    static Shape either(Shape usual, Shape other) {
        return new Either(usual, other);
    }

    record Text(int min, int max, String expected, Predicate<String> grammar) implements Shape {
        @Override
        public @Nullable Fault fault(JsonValue value) {
            boolean fits = value instanceof JsonString(var text)
                    && text.length() >= min
                    && text.length() <= max
                    && grammar.test(text);
            return fits ? null : Fault.at(value, expected);
        }
    }

    record Choice(List<String> values) implements Shape {
        @Override
        public @Nullable Fault fault(JsonValue value) {
            return value instanceof JsonString(var text) && values.contains(text)
                    ? null
                    : Fault.at(value, "one of " + String.join(", ", values));
        }
    }

    record Whole(long min, long max) implements Shape {
        @Override
        public @Nullable Fault fault(JsonValue value) {
            if (value instanceof JsonNumber number) {
                OptionalLong integer = number.asInteger();
                if (integer.isPresent() && integer.getAsLong() >= min && integer.getAsLong() <= max) {
                    return null;
                }
            }
            return Fault.at(value, "an integer from " + min + " to " + max);
        }
    }

    record Flag() implements Shape {
        @Override
        public @Nullable Fault fault(JsonValue value) {
            return value instanceof JsonBool ? null : Fault.at(value, "true or false");
        }
    }

    record Items(int min, int max, Shape item, Order order) implements Shape {
        @Override
        public @Nullable Fault fault(JsonValue value) {
            if (!(value instanceof JsonArray array) || array.size() < min || array.size() > max) {
                return Fault.at(value, "an array of " + min + " to " + max + " items");
            }
            for (int i = 0; i < array.size(); i++) {
                Fault fault = item.fault(array.get(i));
                if (fault != null) {
                    return fault.within(Integer.toString(i));
                }
            }
            return order.isKept(array) ? null : new Fault("", order.expected, "another order or a repeated item");
        }
    }

    /// What an array demands of its items together.
    enum Order {
        ANY("any items"),
        DISTINCT("every item once"),
        ASCENDING("items in ascending order, each once");

        private final String expected;

        Order(String expected) {
            this.expected = expected;
        }

        private boolean isKept(JsonArray array) {
            return switch (this) {
                case ANY -> true;
                case DISTINCT -> new HashSet<>(array.items()).size() == array.size();
                case ASCENDING -> isAscending(array);
            };
        }

        private static boolean isAscending(JsonArray array) {
            for (int i = 1; i < array.size(); i++) {
                if (textOf(array.get(i - 1)).compareTo(textOf(array.get(i))) >= 0) {
                    return false;
                }
            }
            return true;
        }

        private static String textOf(JsonValue item) {
            return item.asString().orElseThrow();
        }
    }

    record Anything() implements Shape {
        @Override
        public @Nullable Fault fault(JsonValue value) {
            return null;
        }
    }

    record Either(Shape usual, Shape other) implements Shape {
        @Override
        public @Nullable Fault fault(JsonValue value) {
            return other.fault(value) == null ? null : usual.fault(value);
        }
    }
}

package dev.waybill.app.config;

import dev.waybill.app.cli.Failure;
import dev.waybill.base.json.JsonException;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import java.math.BigDecimal;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// How the text of a setting is read. Flags, variables and the file all give text, so that a value means the same
/// wherever it stands.
///
/// @param expected what a message says was expected
/// @param reader gives null for a text that is something else
public record Kind<T>(String expected, Function<String, @Nullable T> reader, Shape shape) {

    /// What has to be known of a value before it is read.
    public enum Shape {
        VALUE,
        /// On or off; its flag takes no value.
        SWITCH,
        /// Relative to the file that it stands in.
        PATH,
        SEVERAL,
        SEVERAL_PATHS,
        /// A whole object, as the file has it.
        OBJECT,
        /// Never shown; in a file only by reference.
        SECRET;

        public boolean several() {
            return this == SEVERAL || this == SEVERAL_PATHS;
        }

        boolean path() {
            return this == PATH || this == SEVERAL_PATHS;
        }
    }

    /// Between the values of a setting that takes several: commas where a person types them, and a line end behind
    /// each where a file had an array, because an address may hold a comma.
    static final String LINE_END = "\n";

    private static final String COMMA = ",";
    private static final Pattern DECIMAL = Pattern.compile("[0-9](\\.[0-9]{1,6})?");
    private static final List<String> ON = List.of("on", "true", "yes", "1");
    private static final List<String> OFF = List.of("off", "false", "no", "0");

    static final Kind<String> TEXT = new Kind<>("a text", text -> text, Shape.VALUE);
    static final Kind<String> SECRET = new Kind<>("a secret, or where it lies", text -> text, Shape.SECRET);
    static final Kind<Path> PATH = new Kind<>("a path", Kind::path, Shape.PATH);
    static final Kind<Boolean> SWITCH = new Kind<>("on or off", Kind::onOrOff, Shape.SWITCH);
    static final Kind<List<String>> TEXTS = new Kind<>("texts", Kind::several, Shape.SEVERAL);
    static final Kind<List<String>> PATHS = new Kind<>("paths", Kind::several, Shape.SEVERAL_PATHS);

    static final Kind<JsonObject> OBJECT = new Kind<>("a JSON object", Kind::object, Shape.OBJECT);

    static Kind<Long> number(long least, long most) {
        return new Kind<>(
                "a whole number from " + least + " to " + most, text -> number(text, least, most), Shape.VALUE);
    }

    /// A number with digits behind the point, as it is written.
    static Kind<String> decimal(String least, String most) {
        return new Kind<>(
                "a number from " + least + " to " + most,
                text -> isBetween(text, new BigDecimal(least), new BigDecimal(most)) ? text : null,
                Shape.VALUE);
    }

    private static boolean isBetween(String text, BigDecimal least, BigDecimal most) {
        try {
            BigDecimal number = new BigDecimal(text);
            return DECIMAL.matcher(text).matches() && number.compareTo(least) >= 0 && number.compareTo(most) <= 0;
        } catch (NumberFormatException _) {
            return false;
        }
    }

    static Kind<String> oneOf(String... words) {
        List<String> all = Arrays.asList(words);
        return new Kind<>(String.join(" or ", words), text -> all.contains(text) ? text : null, Shape.VALUE);
    }

    /// @param where where the text stands, for the message: a flag, a variable, a file's key
    /// @throws Failure when the text is something else
    T read(String text, String where) {
        T value = reader.apply(text);
        if (value == null) {
            // An object may hold secrets.
            String found = shape == Shape.OBJECT ? "other text" : "'" + text.strip() + "'";
            throw Failure.usage("%s: expected %s, found %s".formatted(where, expected, found), null);
        }
        if (value instanceof JsonObject object) {
            SecretMembers.requireReferences(object, where);
        }
        return value;
    }

    private static @Nullable Path path(String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException _) {
            return null;
        }
    }

    private static @Nullable Boolean onOrOff(String text) {
        return ON.contains(text) ? Boolean.TRUE : OFF.contains(text) ? Boolean.FALSE : null;
    }

    private static @Nullable Long number(String text, long least, long most) {
        try {
            long number = Long.parseLong(text);
            return number >= least && number <= most ? number : null;
        } catch (NumberFormatException _) {
            return null;
        }
    }

    private static @Nullable JsonObject object(String text) {
        try {
            return JsonReader.read(text, JsonLimits.DOCUMENT).asObject().orElse(null);
        } catch (JsonException _) {
            return null;
        }
    }

    private static List<String> several(String text) {
        List<String> words = new ArrayList<>();
        for (String word : text.split(text.contains(LINE_END) ? LINE_END : COMMA, -1)) {
            if (!word.isBlank()) {
                words.add(word.strip());
            }
        }
        return words;
    }
}

package dev.waybill.app.cli;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.TypeConversionException;

/// From the words of a command line to values, with words for what does not fit.
final class Values {

    private Values() {}

    static Long number(String text) {
        try {
            return Long.valueOf(text);
        } catch (NumberFormatException _) {
            throw new TypeConversionException("expected a whole number, found '" + text + "'");
        }
    }

    static Path path(String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException _) {
            throw new TypeConversionException("expected a path, found '" + text + "'");
        }
    }

    static <E extends Enum<E>> E choice(List<E> values, String text) {
        for (E value : values) {
            if (value.name().equalsIgnoreCase(text)) {
                return value;
            }
        }
        throw new TypeConversionException("expected " + String.join(", ", words(values)) + ", found '" + text + "'");
    }

    static <E extends Enum<E>> List<String> words(List<E> values) {
        return values.stream().map(it -> it.name().toLowerCase(Locale.ROOT)).toList();
    }
}

package dev.waybill.app.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/// An option of a command, and its value once the words were read.
public final class Option<T> implements Argument {

    private final OptionSpec spec;

    private Option(OptionSpec.Builder builder) {
        spec = builder.build();
    }

    /// An option without a value: given or not.
    public static Option<Boolean> flag(String name, String description) {
        return new Option<>(OptionSpec.builder(name).type(boolean.class).description(description));
    }

    public static Option<String> text(String name, String label, String description) {
        return new Option<>(builder(String.class, name, label, description));
    }

    /// An option that may be given several times.
    public static Option<List<String>> texts(String name, String label, String description) {
        return new Option<>(builder(List.class, name, label, description).auxiliaryTypes(String.class));
    }

    public static Option<Long> number(String name, String label, String description) {
        return of(Long.class, name, label, description, Values::number);
    }

    public static Option<Path> path(String name, String label, String description) {
        return of(Path.class, name, label, description, Values::path);
    }

    /// One of the constants of an enum, in either case.
    public static <E extends Enum<E>> Option<E> choice(String name, String label, String description, List<E> values) {
        return new Option<>(builder(Enum.class, name, label, description)
                .converters(text -> Values.choice(values, text))
                .completionCandidates(Values.words(values)));
    }

    /// The same option, without which the command cannot run.
    public Option<T> required() {
        return new Option<>(OptionSpec.builder(spec).required(true));
    }

    /// The same option with a short name, too.
    public Option<T> orShort(String name) {
        return new Option<>(OptionSpec.builder(spec).names(name, spec.longestName()));
    }

    private static <T> Option<T> of(
            Class<T> type, String name, String label, String description, ITypeConverter<T> converter) {
        return new Option<>(builder(type, name, label, description).converters(converter));
    }

    private static OptionSpec.Builder builder(Class<?> type, String name, String label, String description) {
        return OptionSpec.builder(name).type(type).paramLabel(label).description(description);
    }

    /// The value, or null when the option was not given.
    public @Nullable T value() {
        return spec.getValue();
    }

    public T orElse(T other) {
        return Objects.requireNonNullElse(value(), other);
    }

    public boolean isGiven() {
        T value = value();
        return value != null && !value.equals(false);
    }

    @Override
    public void addTo(CommandSpec command) {
        command.addOption(spec);
    }
}

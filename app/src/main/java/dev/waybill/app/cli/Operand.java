package dev.waybill.app.cli;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/// Words of a command that belong to no option, and their value once they were read. They may be left out, unless they
/// are said to be required.
public final class Operand<T> implements Argument {

    private final PositionalParamSpec spec;

    private Operand(PositionalParamSpec.Builder builder) {
        spec = builder.build();
    }

    /// The run that a command is about.
    public static Operand<String> run(String description) {
        return text("RUN", description).required("a run id; `waybill runs` lists them");
    }

    /// One word.
    public static Operand<String> text(String label, String description) {
        return new Operand<>(builder("0..1", label, description).type(String.class));
    }

    /// Any number of words.
    public static Operand<List<String>> texts(String label, String description) {
        return new Operand<>(builder("0..*", label, description)
                .index("0..*")
                .type(List.class)
                .auxiliaryTypes(String.class));
    }

    /// One of the constants of an enum, in either case.
    public static <E extends Enum<E>> Operand<E> choice(String label, String description, List<E> values) {
        return new Operand<>(builder("0..1", label, description)
                .type(Enum.class)
                .converters(text -> Values.choice(values, text))
                .completionCandidates(Values.words(values)));
    }

    /// The same words, without which the command cannot run.
    ///
    /// @param missing what is missing when they are left out, and where to find it
    public Operand<T> required(String missing) {
        return new Operand<>(PositionalParamSpec.builder(spec)
                .required(true)
                .arity(spec.arity().max() > 1 ? "1..*" : "1")
                .userObject(missing));
    }

    /// The same words, behind others.
    ///
    /// @param index how many words come before
    public Operand<T> at(int index) {
        boolean several = spec.arity().max() > 1;
        return new Operand<>(PositionalParamSpec.builder(spec).index(several ? index + "..*" : String.valueOf(index)));
    }

    private static PositionalParamSpec.Builder builder(String arity, String label, String description) {
        return PositionalParamSpec.builder()
                .index("0")
                .arity(arity)
                .paramLabel(label)
                .description(description);
    }

    /// The value of a required operand: without one, no command is called. Of any other, a command must say what it
    /// does without it, whether somebody left it out or not.
    public T given() {
        if (!spec.required()) {
            throw new IllegalStateException(spec.paramLabel() + " may be left out");
        }
        return Objects.requireNonNull(value(), spec.paramLabel());
    }

    /// The value, or null when there is none.
    public @Nullable T value() {
        return spec.getValue();
    }

    public T orElse(T other) {
        return Objects.requireNonNullElse(value(), other);
    }

    @Override
    public void addTo(CommandSpec command) {
        command.addPositional(spec);
    }
}

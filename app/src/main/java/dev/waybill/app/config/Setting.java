package dev.waybill.app.config;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.Secret;
import dev.waybill.base.json.JsonWriter;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Something that can be set: a row of [Settings].
///
/// @param name its key in the file, with a dot between section and key
/// @param variable its variable in the environment
/// @param usual its value when nobody sets it, as it would be written; null when there is none
/// @param otherwise what happens when nobody sets it and there is no usual value; null when nothing does
/// @param what what it does, without the full stop
/// @param flag null for what has none
public record Setting<T>(
        String name,
        String variable,
        Kind<T> kind,
        @Nullable String usual,
        @Nullable String otherwise,
        String what,
        @Nullable Flag flag) {

    static final String MASKED = "(set, not shown)";

    static <T> Setting<T> of(String name, String variable, Kind<T> kind, String what) {
        return new Setting<>(name, variable, kind, null, null, what, null);
    }

    Setting<T> usually(String value) {
        return new Setting<>(name, variable, kind, value, null, what, flag);
    }

    Setting<T> otherwise(String words) {
        return new Setting<>(name, variable, kind, null, words, what, flag);
    }

    Setting<T> flag(String option, String label) {
        return new Setting<>(name, variable, kind, usual, otherwise, what, new Flag(option, label, null, what));
    }

    /// A flag without a value.
    Setting<T> flag(String option, String sets, String does) {
        return new Setting<>(name, variable, kind, usual, otherwise, what, new Flag(option, "", sets, does));
    }

    /// The option of a command that takes it.
    public Configured<T> argument() {
        return new Configured<>(this);
    }

    public boolean hasFlag() {
        return flag != null;
    }

    public @Nullable String flagName() {
        return flag == null ? null : flag.name();
    }

    public boolean isSecret() {
        return kind.shape() == Kind.Shape.SECRET;
    }

    /// What was set, as text and never a secret; empty when nothing was.
    public Optional<String> shown(Environment environment) {
        return shown(environment.variable(variable).orElse(null));
    }

    /// What the environment or the file says.
    ///
    /// @throws dev.waybill.app.cli.Failure when that is not of its kind
    public Optional<T> in(Environment environment) {
        return environment
                .variable(variable)
                .map(text -> read(text, where(source(environment), environment), environment));
    }

    /// The same, or the usual value.
    public T orUsual(Environment environment) {
        return in(environment).orElseGet(this::usualValue);
    }

    T usualValue() {
        if (usual == null) {
            throw new IllegalStateException(name + " has no usual value");
        }
        return kind.read(usual, name);
    }

    /// Where the environment or the file says it.
    public Source source(Environment environment) {
        String set = environment.variables().get(variable);
        if (set != null && !set.isEmpty()) {
            return Source.ENVIRONMENT;
        }
        return environment.variable(variable).isPresent() ? Source.FILE : Source.DEFAULT;
    }

    T read(String text, String where, Environment environment) {
        return kind.read(isSecret() ? Secret.text(text, environment) : text, where);
    }

    private String where(Source source, Environment environment) {
        return source == Source.FILE ? ConfigurationFile.nameOf(environment) + ": " + name : variable;
    }

    /// A text that sets it, for people: a secret stays one.
    Optional<String> shown(@Nullable String text) {
        return Optional.ofNullable(text).map(set -> switch (kind.shape()) {
            case SECRET -> Secret.isReference(set) ? set : MASKED;
            case SEVERAL, SEVERAL_PATHS -> set.strip().replace(Kind.LINE_END, ", ");
            case OBJECT -> JsonWriter.compact(SecretMembers.masked(Kind.OBJECT.read(set, name)));
            case VALUE, SWITCH, PATH -> set;
        });
    }

    /// What happens when nobody sets it, for people; empty when nothing does.
    public String inWords() {
        return usual != null ? usual : otherwise == null ? "" : otherwise;
    }
}

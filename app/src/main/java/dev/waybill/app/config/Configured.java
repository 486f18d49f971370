package dev.waybill.app.config;

import dev.waybill.app.cli.Argument;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.Option;
import dev.waybill.app.cli.Secret;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/// A setting as the option of a command: the flag wins, then the environment, then the file, then what is usual.
public final class Configured<T> implements Argument {

    private final Setting<T> setting;
    private final Flag flag;
    private final Option<?> option;

    Configured(Setting<T> setting) {
        this.setting = setting;
        this.flag = Objects.requireNonNull(setting.flag(), setting.name());
        this.option = option();
    }

    private Option<?> option() {
        if (flag.sets() != null) {
            return Option.flag(flag.name(), help());
        }
        return setting.kind().shape().several()
                ? Option.texts(flag.name(), flag.label(), help())
                : Option.text(flag.name(), flag.label(), help());
    }

    /// What `--help` says, and the documentation.
    private String help() {
        if (flag.sets() != null) {
            String value = flag.sets().equals("on") ? "" : "=" + flag.sets();
            return "%s (or set %s%s).".formatted(flag.what(), setting.variable(), value);
        }
        String usual = setting.inWords().isEmpty() ? "" : ", else " + setting.inWords();
        String secret = setting.kind().shape() == Kind.Shape.SECRET ? "; " + Secret.FORMS : "";
        return "%s (default: %s%s)%s.".formatted(flag.what(), setting.variable(), usual, secret);
    }

    /// What the command line says, else the environment, else the file.
    ///
    /// @throws dev.waybill.app.cli.Failure when that is not of its kind
    public Optional<T> in(Environment environment) {
        String words = flagged();
        return words == null ? setting.in(environment) : Optional.of(setting.read(words, flag.name(), environment));
    }

    /// The same, or the usual value.
    public T orUsual(Environment environment) {
        return in(environment).orElseGet(setting::usualValue);
    }

    /// What was set, as text and never a secret; empty when nothing was.
    public Optional<String> shown(Environment environment) {
        String words = flagged();
        return setting.shown(
                words == null ? environment.variable(setting.variable()).orElse(null) : words);
    }

    public Source source(Environment environment) {
        return isFlagged() ? Source.FLAG : setting.source(environment);
    }

    /// Whether the command line itself says it.
    public boolean isFlagged() {
        return option.isGiven();
    }

    /// What the command line says, as it would stand in a variable; null when it says nothing.
    public @Nullable String flagged() {
        if (!option.isGiven()) {
            return null;
        }
        if (flag.sets() != null) {
            return flag.sets();
        }
        return option.value() instanceof List<?> words
                ? String.join(
                        "", words.stream().map(word -> word + Kind.LINE_END).toList())
                : String.valueOf(option.value());
    }

    @Override
    public void addTo(CommandSpec spec) {
        option.addTo(spec);
    }
}

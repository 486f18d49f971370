package dev.waybill.app.config;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.cli.Input;
import dev.waybill.app.cli.Secret;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.workflow.Suggestion;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The configuration file: one JSON object, a section for each part of Waybill, and in it the settings.
///
/// It is read whole and strictly before a command begins. A key that nobody knows is refused: a typing mistake must not
/// look like a default.
public final class ConfigurationFile {

    /// The option that names another file.
    public static final String OPTION = "--config";

    static final String VARIABLE = "WAYBILL_CONFIG";
    private static final String STANDARD = "config.json";

    private final Environment environment;
    private final Path file;
    private final Map<String, String> values = new LinkedHashMap<>();

    private ConfigurationFile(Environment environment, Path file) {
        this.environment = environment;
        this.file = file;
    }

    /// The surroundings of a command, with what the file says beneath the environment.
    ///
    /// @param words the command line
    /// @throws Failure when the file cannot be read or says something that cannot be
    public static Environment beneath(Environment environment, List<String> words) {
        Optional<String> named = named(words).or(() -> environment.variable(VARIABLE));
        Path file = named.map(Path::of).orElseGet(() -> standard(environment));
        if (named.isEmpty() && !Files.isRegularFile(file)) {
            return environment;
        }
        return environment.configured(file.toString(), new ConfigurationFile(environment, file).read());
    }

    /// The file that the surroundings were read from.
    static String nameOf(Environment environment) {
        return environment.file().orElse(STANDARD);
    }

    /// Where it is looked for when nobody names another.
    public static Path standard(Environment environment) {
        return environment.configuration().resolve(STANDARD);
    }

    private static Optional<String> named(List<String> words) {
        int end = words.indexOf("--");
        List<String> options = end < 0 ? words : words.subList(0, end);
        for (int i = 0; i < options.size(); i++) {
            String word = options.get(i);
            if (word.startsWith(OPTION + "=")) {
                return Optional.of(word.substring(OPTION.length() + 1));
            }
            if (word.equals(OPTION) && i + 1 < options.size()) {
                return Optional.of(options.get(i + 1));
            }
        }
        return Optional.empty();
    }

    private Map<String, String> read() {
        try (Input input = Input.open(file.toString(), environment)) {
            section("", input.object("a JSON object with settings", "See docs/configuration.md."));
        }
        return values;
    }

    private void section(String before, JsonObject section) {
        section.members().forEach((key, value) -> {
            String name = before + key;
            Optional<Setting<?>> known = known(name);
            if (known.isPresent()) {
                set(known.get(), value);
            } else if (value instanceof JsonObject deeper && isSection(name)) {
                section(name + ".", deeper);
            } else {
                throw unknown(name);
            }
        });
    }

    private static Optional<Setting<?>> known(String name) {
        return Settings.ALL.stream()
                .<Setting<?>>map(it -> it)
                .filter(setting -> setting.name().equals(name))
                .findFirst();
    }

    private static boolean isSection(String name) {
        return Settings.ALL.stream().anyMatch(setting -> setting.name().startsWith(name + "."));
    }

    private Failure unknown(String name) {
        List<String> all = Settings.ALL.stream().map(Setting::name).toList();
        String meant = Suggestion.nearest(name, all)
                .map(near -> "; did you mean \"" + near + "\"?")
                .orElse("");
        return Failure.usage(
                "%s: there is no setting \"%s\"%s".formatted(file, name, meant),
                "'waybill config show' lists all settings.");
    }

    private void set(Setting<?> setting, JsonValue value) {
        String where = file + ": " + setting.name();
        String text = text(setting.kind(), setting.equals(Settings.MODELS) ? beside(value) : value, where);
        if (setting.kind().shape() == Kind.Shape.SECRET && !Secret.isReference(text)) {
            throw Failure.usage(
                    where + " is a secret and does not belong in a file that others may read",
                    "Give a reference to it: env:VARIABLE or file:PATH.");
        }
        setting.kind().read(text, where);
        values.put(setting.variable(), text);
    }

    /// Recordings of models lie where the file says, like everything else that it names.
    private JsonValue beside(JsonValue models) {
        if (!(models instanceof JsonObject providers)) {
            return models;
        }
        Map<String, JsonValue> placed = new LinkedHashMap<>();
        providers
                .members()
                .forEach((name, value) -> placed.put(
                        name,
                        switch (value) {
                            case JsonString(var folder) when name.equals("record") -> new JsonString(path(folder));
                            case JsonObject provider
                            when provider.string("folder").isPresent() ->
                                provider.with(
                                        "folder", path(provider.string("folder").orElseThrow()));
                            default -> value;
                        }));
        return new JsonObject(placed);
    }

    private String text(Kind<?> kind, JsonValue value, String where) {
        if (value instanceof JsonArray items && kind.shape().several()) {
            StringBuilder all = new StringBuilder();
            items.forEach(item -> all.append(scalar(kind, item, where)).append(Kind.LINE_END));
            return all.toString();
        }
        return scalar(kind, value, where);
    }

    private String scalar(Kind<?> kind, JsonValue value, String where) {
        return switch (value) {
            case JsonObject object when kind.shape() == Kind.Shape.OBJECT -> JsonWriter.compact(object);
            case JsonString(var text) -> kind.shape().path() ? path(text) : text;
            case JsonNumber(var lexeme) -> lexeme;
            case JsonBool bool -> bool.value() ? "on" : "off";
            default ->
                throw Failure.usage("%s: expected %s, found %s".formatted(where, kind.expected(), value.kind()), null);
        };
    }

    /// Whoever moves the file moves what lies beside it; `~` is home, as in a shell.
    private String path(String text) {
        Path written = text.startsWith("~/") ? environment.home().resolve(text.substring(2)) : Path.of(text);
        return file.toAbsolutePath().resolveSibling(written).normalize().toString();
    }
}

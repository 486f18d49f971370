package dev.waybill.workflow.trigger;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.workflow.Suggestion;
import dev.waybill.workflow.TriggerType;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// How a trigger is configured: the members of the ecosystem's schemas, and a few of ours.
public final class TriggerConfig {

    public static final int USUAL_CATCH_UP = 100;
    static final String INPUTS_FROM = "inputsFrom";
    private static final int MOST_CATCH_UP = 1_000;
    private static final long LONGEST_INTERVAL = 366L * 24 * 3600;
    private static final Pattern PATH = Pattern.compile("/[A-Za-z0-9_./-]{0,255}");
    private static final Pattern SECRET = Pattern.compile("(secret:)?[A-Za-z0-9._-]{1,128}");
    private static final List<String> METHODS = List.of("GET", "POST", "PUT", "PATCH", "DELETE");

    private final JsonObject config;

    public TriggerConfig(JsonObject config) {
        this.config = config;
    }

    /// What the ecosystem calls a wrong time zone.
    public static final String INVALID_TIMEZONE = "invalid_timezone";

    /// Everything that is wrong with a configuration, in sentences; empty when nothing is.
    public static List<String> problems(TriggerType type, JsonObject config) {
        TriggerConfig read = new TriggerConfig(config);
        List<String> problems = new ArrayList<>();
        List<String> known = members(type);
        config.names().stream()
                .filter(name -> !known.contains(name))
                .forEach(name -> problems.add("config has no \"%s\"; %s"
                        .formatted(name, Suggestion.hint(name, known, "expected " + String.join(", ", known)))));
        switch (type) {
            case SCHEDULE -> {
                problem(problems, read::schedule);
                problem(problems, read::missed);
                problem(problems, read::catchUp);
            }
            case WEBHOOK -> {
                problem(problems, read::path);
                problem(problems, read::methods);
                problem(problems, read::secret);
            }
            case ERROR -> {
                problem(problems, () -> read.filter("workflowIdFilter"));
                problem(problems, () -> read.filter("errorCodeFilter"));
            }
            default -> {}
        }
        if (config.has("inputs") && config.object("inputs").isEmpty()) {
            problems.add("config.inputs: expected an object with the inputs of each run");
        }
        problem(problems, read::inputsFrom);
        return problems;
    }

    private static List<String> members(TriggerType type) {
        return switch (type) {
            case SCHEDULE ->
                List.of("cron", "timezone", "missedFirePolicy", "intervalSeconds", "maxCatchUp", "inputs", INPUTS_FROM);
            case WEBHOOK -> List.of("path", "methods", "secret", "inputs", INPUTS_FROM);
            case ERROR -> List.of("workflowIdFilter", "errorCodeFilter", "inputs", INPUTS_FROM);
            default -> List.of("label");
        };
    }

    private static void problem(List<String> problems, Runnable reading) {
        try {
            reading.run();
        } catch (BadTrigger e) {
            problems.add(String.valueOf(e.getMessage()));
        }
    }

    /// @throws BadTrigger when it cannot be read
    public Schedule schedule() {
        boolean interval = config.has("intervalSeconds");
        if (interval == config.has("cron")) {
            throw new BadTrigger("config: expected \"cron\" or \"intervalSeconds\", found "
                    + (interval ? "both" : "neither of them"));
        }
        return interval
                ? new Schedule.Every(number("intervalSeconds", 1, LONGEST_INTERVAL))
                : new Schedule.Clock(Cron.parse(text("cron")), zone());
    }

    private ZoneId zone() {
        String name = timezone();
        try {
            ZoneId zone = ZoneId.of(name);
            if (name.equals("UTC") || ZoneId.getAvailableZoneIds().contains(name)) {
                return zone;
            }
        } catch (DateTimeException _) {
            // Said below.
        }
        throw new BadTrigger("%s: no time zone is called \"%s\"; expected an IANA name such as Europe/Berlin or UTC"
                .formatted(INVALID_TIMEZONE, name));
    }

    public String timezone() {
        return config.has("timezone") ? text("timezone") : "UTC";
    }

    /// @throws BadTrigger when it is none
    public MissedPolicy missed() {
        String word = config.has("missedFirePolicy") ? text("missedFirePolicy") : MissedPolicy.ONCE.wire();
        return MissedPolicy.of(word)
                .orElseThrow(() -> new BadTrigger("config.missedFirePolicy: expected %s, found \"%s\""
                        .formatted(String.join(", ", MissedPolicy.words()), word)));
    }

    /// How many missed times may start runs at once.
    public int catchUp() {
        return config.has("maxCatchUp") ? (int) number("maxCatchUp", 1, MOST_CATCH_UP) : USUAL_CATCH_UP;
    }

    /// @throws BadTrigger when it is none
    public String path() {
        String path = config.has("path") ? text("path") : "";
        if (!PATH.matcher(path).matches() || path.contains("//") || path.contains("/../") || path.endsWith("/..")) {
            throw new BadTrigger(
                    "config.path: expected a path such as /github/push (letters, digits, _ . - and /), found \"%s\""
                            .formatted(path));
        }
        return path;
    }

    /// @throws BadTrigger when there are none, or others than HTTP's
    public List<String> methods() {
        if (!config.has("methods")) {
            return List.of("POST");
        }
        List<JsonValue> items = config.array("methods").orElse(JsonArray.EMPTY).items();
        List<String> methods = new ArrayList<>();
        for (JsonValue item : items) {
            if (!(item instanceof JsonString(var method)) || !METHODS.contains(method)) {
                throw new BadTrigger("config.methods: expected some of %s, found %s".formatted(METHODS, item));
            }
            methods.add(method);
        }
        if (methods.isEmpty()) {
            throw new BadTrigger("config.methods: expected some of %s, found none".formatted(METHODS));
        }
        return methods;
    }

    /// The name of the secret that callers know; empty when they need a key of this host instead.
    ///
    /// @throws BadTrigger when it is no name
    public String secret() {
        if (!config.has("secret")) {
            return "";
        }
        String name = text("secret");
        if (!SECRET.matcher(name).matches()) {
            throw new BadTrigger("config.secret: expected the name of a secret of this host (agents.secrets), never the"
                    + " secret itself");
        }
        return name.startsWith("secret:") ? name.substring("secret:".length()) : name;
    }

    /// A filter; an empty one lets everything through.
    public String filter(String name) {
        return config.has(name) ? text(name) : "";
    }

    private void inputsFrom() {
        if (config.has(INPUTS_FROM)
                && !config.object(INPUTS_FROM)
                        .filter(places -> places.members().values().stream()
                                .allMatch(place -> place.asString()
                                        .filter(text -> text.isEmpty() || text.startsWith("/"))
                                        .isPresent()))
                        .isPresent()) {
            throw new BadTrigger(
                    "config.%s: expected JSON pointers by input, such as {\"sku\": \"/body/sku\"}, found %s"
                            .formatted(INPUTS_FROM, config.get(INPUTS_FROM)));
        }
    }

    private String text(String name) {
        return config.string(name)
                .orElseThrow(
                        () -> new BadTrigger("config.%s: expected a text, found %s".formatted(name, config.get(name))));
    }

    private long number(String name, long least, long most) {
        long value = config.get(name) instanceof JsonNumber number
                ? number.asInteger().orElse(Long.MIN_VALUE)
                : Long.MIN_VALUE;
        if (value < least || value > most) {
            throw new BadTrigger("config.%s: expected a whole number from %d to %d, found %s"
                    .formatted(name, least, most, config.get(name)));
        }
        return value;
    }
}

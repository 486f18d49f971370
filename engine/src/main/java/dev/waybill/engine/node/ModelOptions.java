package dev.waybill.engine.node;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.base.text.Shortened;
import dev.waybill.journal.event.AgentFact;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// Reserved options of a run about its models, in its `configurable`: `ai.provider` and the like, with a dot as version
/// 1
/// of OpenWOP writes them or nested under `ai`, and `reasoningVerbosity`.
public final class ModelOptions {

    public static final String PROVIDER = "provider";
    public static final String MODEL = "model";
    public static final String CREDENTIAL = "credentialRef";

    private static final int LONGEST_SUMMARY = 1_000;
    private static final String AI = "ai";
    private static final String VERBOSITY = "reasoningVerbosity";
    private static final List<String> KNOWN = List.of(PROVIDER, MODEL, CREDENTIAL);

    private ModelOptions() {}

    /// One of the options under `ai`.
    public static Optional<String> ai(JsonObject configurable, String name) {
        return configurable
                .string(AI + "." + name)
                .or(() -> configurable.object(AI).flatMap(nested -> nested.string(name)));
    }

    /// Whether whoever started the run says which model is asked.
    public static boolean nameModel(JsonObject configurable) {
        return configurable.has(MODEL)
                || ai(configurable, PROVIDER).isPresent()
                || ai(configurable, MODEL).isPresent();
    }

    /// How much of a model's reasoning is recorded: all of it, unless the run asks for less.
    public static AgentFact.Verbosity verbosity(JsonObject configurable) {
        return configurable
                .string(VERBOSITY)
                .map(word -> AgentFact.Verbosity.valueOf(word.toUpperCase(Locale.ROOT)))
                .orElse(AgentFact.Verbosity.FULL);
    }

    /// A model's reasoning as it is recorded.
    public static String reasoning(String whole, AgentFact.Verbosity verbosity) {
        return verbosity == AgentFact.Verbosity.SUMMARY ? Shortened.of(whole, LONGEST_SUMMARY) : whole;
    }

    /// What is wrong with them; empty when nothing is.
    public static List<String> problems(JsonObject configurable) {
        List<String> wrong = new ArrayList<>();
        JsonValue nested = configurable.get(AI);
        if (nested != null && !(nested instanceof JsonObject)) {
            wrong.add("configurable.ai: expected an object, found " + nested.kind());
        } else if (nested instanceof JsonObject ai) {
            ai.members().forEach((name, value) -> option(name, value, wrong));
        }
        for (Map.Entry<String, JsonValue> member : configurable.members().entrySet()) {
            if (member.getKey().startsWith(AI + ".")) {
                option(member.getKey().substring(AI.length() + 1), member.getValue(), wrong);
            }
        }
        List<String> words = Arrays.stream(AgentFact.Verbosity.values())
                .map(each -> each.name().toLowerCase(Locale.ROOT))
                .toList();
        JsonValue verbosity = configurable.get(VERBOSITY);
        if (verbosity != null && !(verbosity instanceof JsonString(var word) && words.contains(word))) {
            wrong.add("configurable.%s: expected one of %s, found %s".formatted(VERBOSITY, words, verbosity));
        }
        return wrong;
    }

    private static void option(String name, JsonValue value, List<String> wrong) {
        if (!KNOWN.contains(name)) {
            wrong.add("configurable.ai.%s is unknown; expected one of %s".formatted(name, JsonArray.ofStrings(KNOWN)));
        } else if (!(value instanceof JsonString)) {
            wrong.add("configurable.ai.%s: expected a text, found %s".formatted(name, value.kind()));
        }
    }
}

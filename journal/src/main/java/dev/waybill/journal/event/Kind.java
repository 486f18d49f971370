package dev.waybill.journal.event;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// What a member of a payload can hold.
///
/// @param write spells a value; null leaves it out
/// @param read finds it under its name, or says what is wrong
record Kind<T extends @Nullable Object>(Function<T, @Nullable JsonValue> write, BiFunction<Payload, String, T> read) {

    /// The node that the event is about, where it stands in the envelope and not in the payload.
    static final Kind<String> NODE = new Kind<>(_ -> null, (payload, _) -> payload.node());

    static final Kind<String> TEXT = new Kind<>(JsonString::new, Payload::text);
    static final Kind<@Nullable String> OPTIONAL_TEXT = optional(JsonString::new, Payload::optionalText);
    static final Kind<List<String>> TEXTS = new Kind<>(JsonArray::ofStrings, Payload::texts);
    static final Kind<@Nullable List<String>> OPTIONAL_TEXTS = optional(JsonArray::ofStrings, Payload::optionalTexts);
    static final Kind<Integer> COUNT = new Kind<>(count -> JsonNumber.of(count), Payload::count);
    static final Kind<Long> INTEGER = new Kind<>(JsonNumber::of, Payload::integer);
    static final Kind<@Nullable Long> OPTIONAL_INTEGER = optional(JsonNumber::of, Payload::optionalInteger);
    static final Kind<JsonNumber> NUMBER = new Kind<>(number -> number, Payload::number);
    static final Kind<@Nullable JsonNumber> OPTIONAL_NUMBER = optional(number -> number, Payload::optionalNumber);
    static final Kind<Boolean> FLAG = new Kind<>(JsonBool::of, Payload::flag);
    static final Kind<@Nullable Boolean> OPTIONAL_FLAG = new Kind<@Nullable Boolean>(
            flag -> flag == null ? null : JsonBool.of(flag),
            (payload, name) -> payload.optionalValue(name) == null ? null : payload.flag(name));
    static final Kind<JsonObject> OBJECT = new Kind<>(object -> object, Payload::object);
    static final Kind<@Nullable JsonObject> OPTIONAL_OBJECT = optional(object -> object, Payload::optionalObject);
    static final Kind<JsonValue> VALUE = new Kind<>(value -> value, Payload::value);
    static final Kind<@Nullable JsonValue> OPTIONAL_VALUE = optional(value -> value, Payload::optionalValue);
    static final Kind<RunError> ERROR = new Kind<>(RunError::toJson, Payload::error);
    static final Kind<@Nullable RunError> OPTIONAL_ERROR = optional(RunError::toJson, Payload::optionalError);
    static final Kind<Instant> TIME = word(Times::format, Times::parse);
    static final Kind<DrainPolicy> DRAIN_POLICY = word(DrainPolicy::wire, DrainPolicy::ofWire);
    static final Kind<HandOverPhase> PHASE = word(HandOverPhase::wire, HandOverPhase::ofWire);

    static final Kind<AgentFact.Verbosity> VERBOSITY = constant(AgentFact.Verbosity.class);
    static final Kind<AgentFact.ToolTransport> TOOL_TRANSPORT = constant(AgentFact.ToolTransport.class);
    static final Kind<AgentFact.ToolStatus> TOOL_STATUS = constant(AgentFact.ToolStatus.class);
    static final Kind<VerdictFact.Ruling> RULING = constant(VerdictFact.Ruling.class);

    static final Kind<InvocationFact.Source> INVOCATION_SOURCE =
            word(InvocationFact.Source::wire, InvocationFact.Source::ofWire);
    static final Kind<InvocationFact.Outcome> INVOCATION_OUTCOME =
            word(InvocationFact.Outcome::wire, InvocationFact.Outcome::ofWire);

    /// Left out when there are none.
    static final Kind<List<String>> TEXTS_IF_ANY =
            new Kind<>(texts -> texts.isEmpty() ? null : JsonArray.ofStrings(texts), Payload::texts);

    /// `false` where something holds, else left out.
    static final Kind<Boolean> FALSE_IF = new Kind<>(
            holds -> holds ? JsonBool.FALSE : null, (payload, name) -> payload.optionalValue(name) == JsonBool.FALSE);

    /// Left out when it is empty.
    static final Kind<JsonObject> OBJECT_IF_ANY =
            new Kind<>(object -> object.isEmpty() ? null : object, Payload::object);

    /// A member that may be absent.
    private static <T> Kind<@Nullable T> optional(
            Function<T, JsonValue> write, BiFunction<Payload, String, @Nullable T> read) {
        return new Kind<@Nullable T>(value -> value == null ? null : write.apply(value), read);
    }

    /// One of a few words, in small letters.
    private static <E extends Enum<E>> Kind<E> constant(Class<E> words) {
        return word(
                word -> word.name().toLowerCase(Locale.ROOT),
                text -> Enum.valueOf(words, text.toUpperCase(Locale.ROOT)));
    }

    /// @param parse refuses what is no such word with an [IllegalArgumentException]
    private static <T> Kind<T> word(Function<T, String> spell, Function<String, T> parse) {
        return new Kind<>(word -> new JsonString(spell.apply(word)), (payload, name) -> payload.word(name, parse));
    }
}

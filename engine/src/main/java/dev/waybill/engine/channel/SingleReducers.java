package dev.waybill.engine.channel;

import dev.waybill.base.json.Jcs;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.channel.ChannelState.Entries;
import dev.waybill.engine.channel.ChannelState.Single;
import dev.waybill.engine.channel.ChannelState.Unwritten;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;

/// The reducers whose channel holds one value.
final class SingleReducers {

    private SingleReducers() {}

    static Single replace(ChannelRules rules, JsonValue value) {
        checkSize(rules, value);
        return new Single(value);
    }

    static Single merge(ChannelState state, ChannelRules rules, JsonValue value) {
        Map<String, JsonValue> members = new LinkedHashMap<>(
                object(rules, current(state, rules, JsonObject.EMPTY)).members());
        members.putAll(object(rules, value).members());
        return replace(rules, new JsonObject(members));
    }

    static Single add(ChannelState state, ChannelRules rules, JsonValue value) {
        JsonNumber total = number(rules, current(state, rules, JsonNumber.of(0)));
        JsonNumber sum = sum(total, number(rules, value));
        if (Math.abs(sum.doubleValue()) > JsonNumber.MAX_SAFE_INTEGER) {
            throw rules.refuse("a total within ±9007199254740991", sum.lexeme());
        }
        return new Single(sum);
    }

    /// Exact for whole numbers; others as doubles, as expressions have them.
    private static JsonNumber sum(JsonNumber left, JsonNumber right) {
        OptionalLong one = left.asInteger();
        OptionalLong other = right.asInteger();
        if (one.isPresent() && other.isPresent()) {
            return JsonNumber.of(one.getAsLong() + other.getAsLong());
        }
        double sum = left.doubleValue() + right.doubleValue();
        return new JsonNumber(Jcs.canonical(new JsonNumber(Double.toString(sum))));
    }

    private static JsonValue current(ChannelState state, ChannelRules rules, JsonValue unwritten) {
        return switch (state) {
            case Unwritten _ -> unwritten;
            case Single single -> single.value();
            case Entries _ -> throw rules.refuse(ChannelRules.ONE_REDUCER, "a channel of entries");
        };
    }

    private static JsonObject object(ChannelRules rules, JsonValue value) {
        return value.asObject().orElseThrow(() -> rules.refuse("an object", value.kind()));
    }

    private static JsonNumber number(ChannelRules rules, JsonValue value) {
        if (value instanceof JsonNumber number) {
            return number;
        }
        throw rules.refuse("a number", value.kind());
    }

    private static void checkSize(ChannelRules rules, JsonValue value) {
        switch (value) {
            case JsonArray array -> rules.checkSize(array.size());
            case JsonObject object -> rules.checkSize(object.size());
            case JsonString(var text) -> rules.checkSize(text.codePointCount(0, text.length()));
            default -> {}
        }
    }
}

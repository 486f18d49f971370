package dev.waybill.engine.channel;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.channel.ChannelState.Entries;
import dev.waybill.engine.channel.ChannelState.Entry;
import dev.waybill.engine.channel.ChannelState.Single;
import dev.waybill.engine.channel.ChannelState.Unwritten;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import org.pcollections.PVector;
import org.pcollections.TreePVector;

/// The reducers whose channel holds entries. What is too old goes before the new entry comes, and only then the
/// oldest make room.
final class EntryReducers {

    private EntryReducers() {}

    static Entries append(ChannelState state, ChannelRules rules, JsonValue value, Instant at) {
        return append(alive(state, rules, at), rules, value, at);
    }

    private static Entries append(PVector<Entry> entries, ChannelRules rules, JsonValue value, Instant at) {
        PVector<Entry> more = entries.plus(new Entry(value, at));
        while (more.size() > rules.maxSize().orElse(Long.MAX_VALUE)) {
            more = more.minus(0);
        }
        return new Entries(more, rules.entryTtlMs());
    }

    static Entries vote(ChannelState state, ChannelRules rules, JsonValue value, Instant at) {
        String voter = voter(value).orElseThrow(() -> rules.refuse("an object with a userId", shown(value)));
        PVector<Entry> entries = alive(state, rules, at);
        for (int i = entries.size() - 1; i >= 0; i--) {
            if (voter(entries.get(i).value()).filter(voter::equals).isPresent()) {
                entries = entries.minus(i);
            }
        }
        return append(entries, rules, value, at);
    }

    /// OpenWOP's text calls the voter `userId`, its schema `voter`.
    private static Optional<String> voter(JsonValue vote) {
        return vote.asObject().flatMap(object -> object.string("userId").or(() -> object.string("voter")));
    }

    static Entries say(ChannelState state, ChannelRules rules, JsonValue value, Instant at) {
        String id = messageId(value).orElseThrow(() -> rules.refuse("an object with a messageId", shown(value)));
        PVector<Entry> entries = alive(state, rules, at);
        for (Entry entry : entries) {
            if (messageId(entry.value()).filter(id::equals).isPresent()) {
                return new Entries(entries, OptionalLong.empty());
            }
        }
        // Nothing is forgotten here: a conversation with holes is another conversation.
        rules.checkSize(entries.size() + 1L);
        return new Entries(entries.plus(new Entry(value, at)), OptionalLong.empty());
    }

    private static Optional<String> messageId(JsonValue message) {
        return message.asObject().flatMap(object -> object.string("messageId"));
    }

    private static String shown(JsonValue value) {
        return value instanceof JsonObject ? "an object without it" : value.kind();
    }

    private static PVector<Entry> alive(ChannelState state, ChannelRules rules, Instant at) {
        return switch (state) {
            case Unwritten _ -> TreePVector.empty();
            case Entries list -> new Entries(list.entries(), rules.entryTtlMs()).alive(at);
            case Single _ -> throw rules.refuse(ChannelRules.ONE_REDUCER, "a channel of one value");
        };
    }
}

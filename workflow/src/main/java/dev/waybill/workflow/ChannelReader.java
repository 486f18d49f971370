package dev.waybill.workflow;

import dev.waybill.base.Words;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonPointer;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// Reads one channel.
final class ChannelReader {

    private static final List<String> MEMBERS =
            Words.of("reducer schema default maxSize ttlMs options access schemaVersion compatibleWith " + "sensitive");
    private static final int MOST_ACCESS_ENTRIES = 256;

    private ChannelReader() {}

    static @Nullable Channel read(String name, Members channel) {
        channel.expectOnly(MEMBERS);
        String reducer = channel.text("reducer", Integer.MAX_VALUE, Grammar.REDUCER);
        Optional<JsonObject> schema =
                channel.has("schema") ? Optional.of(channel.optionalObject("schema")) : Optional.empty();
        schema.ifPresent(found -> SchemaCheck.check(found, channel.pointer("schema"), channel.findings()));
        OptionalLong maxSize = channel.integer("maxSize", 1, JsonNumber.MAX_SAFE_INTEGER);
        OptionalLong ttl = channel.integer("ttlMs", 1, Channel.LONGEST_TTL_MS);
        JsonObject options = channel.optionalObject("options");
        ChannelAccess access = channel.has("access") ? access(channel) : ChannelAccess.PUBLIC;
        long version =
                channel.integer("schemaVersion", 1, JsonNumber.MAX_SAFE_INTEGER).orElse(1);
        List<Long> compatible = versions(channel);
        boolean sensitive = channel.flag("sensitive", false);
        Optional<JsonValue> value = Optional.ofNullable(channel.object().get("default"));
        return channel.isSound()
                ? new Channel(
                        name, reducer, schema, value, maxSize, ttl, options, access, version, compatible, sensitive)
                : null;
    }

    private static List<Long> versions(Members channel) {
        List<Long> versions = new ArrayList<>();
        List<JsonValue> items = channel.optionalArray("compatibleWith");
        for (int i = 0; i < items.size(); i++) {
            OptionalLong version =
                    items.get(i) instanceof JsonNumber number ? number.asInteger() : OptionalLong.empty();
            if (version.isPresent() && version.getAsLong() >= 1 && !versions.contains(version.getAsLong())) {
                versions.add(version.getAsLong());
            } else {
                channel.findings()
                        .error(
                                JsonPointer.item(channel.pointer("compatibleWith"), i),
                                DefinitionCode.WRONG_VALUE,
                                "expected a version from 1 on, each once, found "
                                        + Members.shown(items.get(i).toString()),
                                "list older values of schemaVersion");
            }
        }
        return versions;
    }

    private static ChannelAccess access(Members channel) {
        JsonValue value = channel.object().get("access");
        if (value instanceof JsonString(var word)) {
            channel.word("access", List.of("public", "private"));
            return word.equals("private") ? ChannelAccess.PRIVATE : ChannelAccess.PUBLIC;
        }
        Members access = channel.below("access", channel.optionalObject("access"));
        access.expectOnly(List.of("readers", "writers"));
        return new ChannelAccess(entries(access, "readers"), entries(access, "writers"));
    }

    private static @Nullable List<String> entries(Members access, String side) {
        if (!access.has(side)) {
            return null;
        }
        List<JsonValue> items = access.optionalArray(side);
        if (items.size() > MOST_ACCESS_ENTRIES) {
            access.findings()
                    .error(
                            access.pointer(side),
                            DefinitionCode.OUT_OF_RANGE,
                            "expected at most 256 entries, found " + items.size(),
                            "use a prefix with *");
        }
        return access.texts(side, items, (entry, pointer) -> checkEntry(access.findings(), entry, pointer));
    }

    private static void checkEntry(Findings findings, String entry, String pointer) {
        if (entry.length() > MOST_ACCESS_ENTRIES
                || !Grammar.ACCESS.matcher(entry).matches()) {
            findings.error(
                    pointer,
                    DefinitionCode.BAD_FORMAT,
                    "expected a node id, a node type or a prefix with *, found \"%s\"".formatted(Members.shown(entry)),
                    "write for example core.ai.*");
        }
    }
}

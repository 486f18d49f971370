package dev.waybill.agents.pack;

import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonObject;

/// What an agent remembers.
///
/// @param scratchpad notes of one task
/// @param conversation what was said in a conversation so far
/// @param longTerm what it knows beyond its runs
public record MemoryShape(boolean scratchpad, boolean conversation, boolean longTerm) {

    static MemoryShape of(JsonObject json) {
        return new MemoryShape(is(json, "scratchpad"), is(json, "conversation"), is(json, "longTerm"));
    }

    private static boolean is(JsonObject json, String name) {
        return json.get(name) == JsonBool.TRUE;
    }

    /// Whether anything of it outlives a call.
    public boolean binds() {
        return conversation || longTerm;
    }
}

package dev.waybill.runtime;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.node.Activity;
import dev.waybill.engine.node.ActivityCall;
import dev.waybill.engine.node.Memory;
import dev.waybill.engine.node.MemoryDraft;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.journal.memory.MemoryEntry;
import dev.waybill.workflow.WorkflowNode;
import java.time.Duration;
import java.util.List;

/// Writes what its configuration says (`write`: entries by id, `ttl` in seconds), and tells in the variable of its
/// node's name what it saw before and after.
final class RememberNode implements Activity {

    static final String REF = "notes";

    @Override
    public String typeId() {
        return "test.remember";
    }

    @Override
    public boolean usesMemory(WorkflowNode node) {
        return true;
    }

    @Override
    public NodeResult execute(ActivityCall call) {
        Memory memory = call.memory();
        JsonObject config = call.node().config();
        JsonArray before = contents(memory);
        config.object("write").orElse(JsonObject.EMPTY).members().forEach((id, text) -> {
            MemoryDraft draft = MemoryDraft.of(text.asString().orElseThrow()).under(id);
            memory.write(
                    REF,
                    config.get("ttl") instanceof JsonNumber ttl
                            ? draft.expiringAfter(
                                    Duration.ofSeconds(ttl.asInteger().orElseThrow()))
                            : draft);
        });
        if (config.get("fail") == JsonBool.TRUE) {
            return NodeResult.failed("told_to", "it was told to fail");
        }
        JsonObject seen = JsonObject.builder()
                .put("before", before)
                .put("after", contents(memory))
                .build();
        return new NodeResult.Done(
                JsonObject.EMPTY,
                "output",
                List.of(new NodeResult.Write.ToVariable(call.node().node().id(), seen)));
    }

    private static JsonArray contents(Memory memory) {
        return JsonArray.ofStrings(
                memory.list(REF).stream().map(MemoryEntry::content).sorted().toList());
    }
}

package dev.waybill.engine.node;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.journal.memory.MemoryEntry;
import dev.waybill.workflow.AgentRef;
import dev.waybill.workflow.WorkflowNode;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// `core.identity` with a `memoryAction`: looks at its agent's memory, and tells in variables what it saw.
record MemoryActionNode() implements Activity {

    static final String ACTION = "memoryAction";

    static final List<String> ACTIONS =
            List.of("write-then-read", "ttl-probe", "cross-tenant-probe", "redaction-probe");

    private static final String READBACK = "memoryReadback";

    @Override
    public String typeId() {
        return "core.identity";
    }

    @Override
    public boolean usesMemory(WorkflowNode node) {
        return true;
    }

    @Override
    public NodeResult execute(ActivityCall call) {
        Memory memory = call.memory();
        String ref = ref(call.node());
        Map<String, JsonValue> seen = new LinkedHashMap<>();
        switch (call.node().config().string(ACTION).orElse("")) {
            case "write-then-read" -> readBack(memory, ref, lasting(call.node()), seen);
            case "ttl-probe" -> ttl(memory, ref, draft(call.node()), seen);
            case "cross-tenant-probe" -> crossTenant(memory, ref, call.node(), seen);
            default -> readBack(memory, ref, secretive(call.node()), seen);
        }
        List<NodeResult.Write> writes = seen.entrySet().stream()
                .<NodeResult.Write>map(each -> new NodeResult.Write.ToVariable(each.getKey(), each.getValue()))
                .toList();
        return new NodeResult.Done(call.node().inputs(), "output", writes);
    }

    /// The agent's memory, or the one that the configuration names.
    private static String ref(NodeCall call) {
        AgentRef agent = call.node().agent();
        return agent != null && agent.memoryRef() != null
                ? agent.memoryRef()
                : call.config().string("memoryRef").orElse("memory");
    }

    private static MemoryDraft draft(NodeCall call) {
        return MemoryDraft.of(call.config()
                        .string("content")
                        .orElse("remembered by " + call.node().id()))
                .tagged(call.config().string("tag").orElse("memory-action"));
    }

    /// With `ttlSeconds`, for so long from the moment of the write.
    private static MemoryDraft lasting(NodeCall call) {
        return call.config().get("ttlSeconds") instanceof JsonNumber seconds
                ? draft(call)
                        .expiringAfter(Duration.ofSeconds(seconds.asInteger().orElse(0)))
                : draft(call);
    }

    private static void readBack(Memory memory, String ref, MemoryDraft draft, Map<String, JsonValue> seen) {
        MemoryEntry written = memory.write(ref, draft);
        memory.get(ref, written.id()).ifPresent(entry -> seen.put(READBACK, entry.toJson()));
    }

    /// One entry expires at once, the other stays.
    private static void ttl(Memory memory, String ref, MemoryDraft draft, Map<String, JsonValue> seen) {
        memory.write(ref, draft.expiringAfter(Duration.ZERO));
        MemoryEntry live = memory.write(ref, draft.expiringAfter(Duration.ofHours(1)));
        seen.put("memoryList", json(memory.list(ref)));
        memory.get(ref, live.id()).ifPresent(entry -> seen.put(READBACK, entry.toJson()));
    }

    private static void crossTenant(Memory memory, String ref, NodeCall call, Map<String, JsonValue> seen) {
        MemoryEntry own = memory.write(ref, draft(call));
        seen.put("ownerEntryId", new JsonString(own.id()));
        seen.put("ownerProbe", json(memory.list(ref)));
        seen.put(
                "crossTenantProbe",
                json(memory.list(call.config().string("probeMemoryRef").orElse(""))));
    }

    private static MemoryDraft secretive(NodeCall call) {
        JsonObject config = call.config();
        String secret = config.string("secretValue").orElse("hunter2-hunter2-hunter2");
        String name = config.string("secretId")
                .or(() -> config.string("byokSecretId"))
                .orElse("conformance-secret");
        String text = config.string("content").orElse("the password is " + secret + ", and that is all");
        return MemoryDraft.of(text).tagged("memory-action").hiding(secret, name);
    }

    private static JsonArray json(List<MemoryEntry> entries) {
        return new JsonArray(
                entries.stream().<JsonValue>map(MemoryEntry::toJson).toList());
    }
}

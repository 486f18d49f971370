package dev.waybill.agents.model.mock;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;

/// What tests have told the mock to say in this process, node by node: each answer once, in order.
public final class MockPrograms {

    private static final MockPrograms HERE = new MockPrograms();

    private final Map<String, Queue<JsonObject>> staged = new ConcurrentHashMap<>();

    private MockPrograms() {}

    /// Those of this process: whoever programs the mock is at another door than whoever asks it.
    public static MockPrograms here() {
        return HERE;
    }

    /// Replaces what a node is still to be told.
    ///
    /// @param program answers, as [MockModel] reads them
    public void stage(String nodeId, JsonArray program) {
        Queue<JsonObject> queue = new ArrayDeque<>();
        for (JsonValue entry : program) {
            queue.add(entry.asObject()
                    .orElseThrow(() -> new IllegalArgumentException("an entry of a program is an object")));
        }
        staged.put(nodeId, queue);
    }

    public void clear() {
        staged.clear();
    }

    Optional<JsonObject> next(String nodeId) {
        Queue<JsonObject> queue = staged.get(nodeId);
        if (queue == null) {
            return Optional.empty();
        }
        synchronized (queue) {
            return Optional.ofNullable(queue.poll());
        }
    }
}

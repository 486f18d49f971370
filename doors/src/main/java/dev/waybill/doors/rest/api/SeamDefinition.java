package dev.waybill.doors.rest.api;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A workflow as suites bring it: `workflowId` and `nodeId` for ids, and nothing that can be done without.
final class SeamDefinition {

    private SeamDefinition() {}

    static JsonObject completed(JsonObject brought) {
        Map<String, JsonValue> members = renamed(brought, "workflowId");
        members.putIfAbsent("version", new JsonString("1.0"));
        brought.array("nodes").ifPresent(nodes -> {
            List<JsonValue> completed = new ArrayList<>();
            nodes.items()
                    .forEach(node -> completed.add(node.asObject()
                            .<JsonValue>map(it -> new JsonObject(renamed(it, "nodeId")))
                            .orElse(node)));
            members.put("nodes", new JsonArray(completed));
        });
        return new JsonObject(members);
    }

    /// What has no name of its own is called by its id.
    private static Map<String, JsonValue> renamed(JsonObject object, String id) {
        Map<String, JsonValue> members = new LinkedHashMap<>(object.members());
        JsonValue found = members.remove(id);
        if (found != null) {
            members.putIfAbsent("id", found);
        }
        JsonValue known = members.get("id");
        if (known != null) {
            members.putIfAbsent("name", known);
        }
        return members;
    }
}

package dev.waybill.evidence;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import java.util.List;

/// A flat record as a test wants it: a line of JSON with its envelope at the root.
public record Rec(JsonObject json) {

    /// @param id qualified, `agentmesh:evt_000001`
    public static Rec of(String id, String type) {
        QualifiedId qualified = QualifiedId.parse(id, Repo.WAYBILL);
        return new Rec(JsonObject.builder()
                .put("type", type)
                .put("receipt_id", qualified.id())
                .put("_ewp_version", "0")
                .put("_ewp_origin", qualified.repo().wire() + "/test")
                .build());
    }

    public Rec at(String time) {
        return with("timestamp", time);
    }

    public Rec correlation(String id) {
        return with("_ewp_correlation_id", id);
    }

    public Rec task(String id) {
        return with("_ewp_task_id", id);
    }

    public Rec episode(String id) {
        return with("_ewp_episode_id", id);
    }

    public Rec agent(String id) {
        return with("_ewp_agent_id", id);
    }

    public Rec policy(String version) {
        return with("_ewp_policy_version", version);
    }

    public Rec parents(String... ids) {
        return with("_ewp_parent_ids", JsonArray.ofStrings(List.of(ids)));
    }

    public Rec with(String name, String value) {
        return with(name, new JsonString(value));
    }

    public Rec with(String name, boolean value) {
        return with(name, JsonBool.of(value));
    }

    public Rec with(String name, JsonValue value) {
        return new Rec(json.with(name, value));
    }
}

package dev.waybill.engine.state;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.node.Judgement;
import dev.waybill.journal.event.VerdictFact;
import dev.waybill.journal.event.VerdictFact.Ruling;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A verdict that a run has recorded.
///
/// @param nodeId where it was given
/// @param agentId who gave it
/// @param target over what
/// @param workerId whose work it is, where it is a child's
/// @param ruling what holds: a person may have replaced the critic's
/// @param gating whether anything follows from it
/// @param self whether somebody judged work of his own
/// @param event that recorded it
public record Verified(
        String nodeId,
        String agentId,
        String target,
        @Nullable String workerId,
        Ruling ruling,
        List<String> criteria,
        boolean gating,
        boolean self,
        EventRef event) {

    public Verified {
        criteria = List.copyOf(criteria);
    }

    static Verified of(
            VerdictFact.AgentVerified fact, @Nullable String workerId, boolean gating, boolean self, EventRef event) {
        return new Verified(
                fact.nodeId(),
                fact.agentId(),
                fact.target(),
                workerId,
                fact.verdict(),
                fact.criteria(),
                gating,
                self,
                event);
    }

    Verified in(Ruling other) {
        return new Verified(nodeId, agentId, target, workerId, other, criteria, gating, self, event);
    }

    public boolean blocks() {
        return gating && ruling != Ruling.PASS;
    }

    /// As a transcript tells it.
    JsonObject toJson() {
        return JsonObject.builder()
                .put("verdict", Judgement.wire(ruling))
                .putIfPresent("criteria", criteria.isEmpty() ? null : JsonArray.ofStrings(criteria))
                .put("verifiedBy", agentId)
                .putIfPresent("selfVerified", self ? JsonBool.TRUE : null)
                .build();
    }
}

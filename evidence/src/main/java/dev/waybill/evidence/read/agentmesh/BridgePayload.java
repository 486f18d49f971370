package dev.waybill.evidence.read.agentmesh;

import dev.waybill.base.json.JsonObject;
import dev.waybill.evidence.Fact;
import dev.waybill.evidence.read.ContentDraft;
import dev.waybill.evidence.read.Members;
import java.util.List;
import java.util.Locale;

/// The payload of an `ASSAY_RECEIPT`, which has one of three shapes: a gate check at a task's end, a comment on its
/// posture when it opens, or a check after a commit.
final class BridgePayload {

    private BridgePayload() {}

    static ContentDraft facts(JsonObject payload, ContentDraft draft) {
        if (payload.has("terminal_state")) {
            return draft.fact("shape", Members.text(payload, "terminal_state").map(_ -> "gate_check"))
                    .fact(
                            Fact.TERMINAL_STATE,
                            Members.text(payload, "terminal_state").map(state -> state.toLowerCase(Locale.ROOT)))
                    .fact(Fact.OUTCOME, Members.text(payload, "bridge_status"))
                    .fact("result", Members.text(Members.object(payload, "gate_report"), "result"))
                    .fact("reason", Members.first(payload, List.of("degraded_reason", "reason")));
        }
        if (payload.has("action")) {
            return draft.fact("shape", Members.text(payload, "action"))
                    .fact(Fact.OUTCOME, Members.first(payload, List.of("bridge_status", "status")));
        }
        return draft.fact("shape", Members.text(payload, "command").map(_ -> "commit_hook"))
                .fact(Fact.COMMIT, Members.text(payload, "sha"))
                .fact("result", payload.get("ok"))
                .fact(Fact.OUTCOME, Members.first(payload, List.of("guardian_decision", "bridge_status")));
    }
}

package dev.waybill.evidence.task;

import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;

/// What came of asking Assay's gate.
///
/// @param report what it printed, with its number spellings; an empty object when there is none
/// @param reason why there is none; empty when there is one
public record GateReport(JsonValue report, String reason) {

    public static final String OK = "BRIDGE_EMIT_OK";
    public static final String DEGRADED = "BRIDGE_EMIT_DEGRADED";

    static GateReport of(JsonValue report) {
        return new GateReport(report, "");
    }

    public static GateReport degraded(String reason) {
        return new GateReport(JsonObject.EMPTY, reason);
    }

    /// The report, with the task that the gate was asked for: a gate that does not know of tasks leaves that out.
    JsonValue about(String task) {
        return report instanceof JsonObject said && reason.isEmpty() && !said.has(EvidenceEnvelope.TASK_ID)
                ? said.with(EvidenceEnvelope.TASK_ID, task)
                : report;
    }

    public String status() {
        return reason.isEmpty() ? OK : DEGRADED;
    }
}

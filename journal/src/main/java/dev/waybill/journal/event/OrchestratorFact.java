package dev.waybill.journal.event;

import static dev.waybill.journal.event.Kind.NODE;
import static dev.waybill.journal.event.Kind.OBJECT;
import static dev.waybill.journal.event.Kind.TEXT;

import dev.waybill.base.json.JsonObject;

/// What the supervisor of a run says.
public sealed interface OrchestratorFact extends RunEvent {

    /// Stands in the envelope; these payloads are closed.
    @Override
    String nodeId();

    /// One turn's decision, recorded before anything follows from it.
    ///
    /// @param agentId the supervisor, the same in every turn of a run
    /// @param decision as the supervisor gave it
    record Decided(String nodeId, String agentId, JsonObject decision) implements OrchestratorFact {
        public static final String TYPE = "runOrchestrator.decided";

        static Decided of(Members<Decided> members) {
            return new Decided(
                    members.at("nodeId", NODE, Decided::nodeId),
                    members.at("agentId", TEXT, Decided::agentId),
                    members.at("decision", OBJECT, Decided::decision));
        }
    }
}

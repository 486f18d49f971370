package dev.waybill.journal.event;

import static dev.waybill.journal.event.Kind.NODE;
import static dev.waybill.journal.event.Kind.OBJECT;
import static dev.waybill.journal.event.Kind.OPTIONAL_INTEGER;
import static dev.waybill.journal.event.Kind.TEXT;

import dev.waybill.base.json.JsonObject;
import org.jspecify.annotations.Nullable;

/// What the supervisor of a run says.
public sealed interface OrchestratorFact extends RunEvent {

    /// Stands in the envelope; these payloads are closed.
    @Override
    String nodeId();

    /// One turn's decision, recorded before anything follows from it.
    ///
    /// @param agentId the supervisor, the same in every turn of a run
    /// @param decision as the supervisor gave it
    /// @param iteration which turn of the run it is, from 1; null in logs from before hosts said so
    record Decided(
            String nodeId,
            String agentId,
            JsonObject decision,
            @Nullable Long iteration) implements OrchestratorFact {
        public static final String TYPE = "runOrchestrator.decided";

        static Decided of(Members<Decided> members) {
            return new Decided(
                    members.at("nodeId", NODE, Decided::nodeId),
                    members.at("agentId", TEXT, Decided::agentId),
                    members.at("decision", OBJECT, Decided::decision),
                    members.at("iteration", OPTIONAL_INTEGER, Decided::iteration));
        }
    }
}

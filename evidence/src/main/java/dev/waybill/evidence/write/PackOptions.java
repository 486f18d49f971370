package dev.waybill.evidence.write;

import dev.waybill.evidence.EvidenceRecord;
import dev.waybill.evidence.Field;
import dev.waybill.journal.event.Times;
import java.time.Instant;
import java.util.List;

/// What a pack says of itself.
///
/// @param runId the trace or run that the records belong to
/// @param signerId the name under which the key is known
/// @param builtAt when the pack was made
public record PackOptions(String runId, String signerId, Instant builtAt) {

    public PackOptions {
        if (runId.isEmpty() || signerId.isEmpty()) {
            throw new IllegalArgumentException("expected a run id and a signer id, found an empty one");
        }
    }

    /// For records of one chain, the run is the chain.
    public static PackOptions of(List<EvidenceRecord> records, String signerId, Instant builtAt) {
        String run = SharedEnvelope.value(records, Field.CORRELATION).orElse("waybill-evidence");
        return new PackOptions(run, signerId, builtAt);
    }

    String builtAtText() {
        return Times.format(builtAt);
    }
}

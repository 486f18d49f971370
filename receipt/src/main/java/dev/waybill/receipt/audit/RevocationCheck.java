package dev.waybill.receipt.audit;

import dev.waybill.base.Digest;
import dev.waybill.receipt.ReceiptCheck;
import dev.waybill.receipt.ReceiptVerifier;
import dev.waybill.receipt.code.Code;
import dev.waybill.receipt.key.VerificationKey;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What keys signed that were revoked later, by the dates in what they signed. Whoever has such a key writes any date:
/// only an anchor from before the revocation shows that a receipt existed then.
final class RevocationCheck {

    private final AuditCounts counts;
    private final FindingLog log;
    private final Map<Digest, VerificationKey> doubtful = new LinkedHashMap<>();

    RevocationCheck(AuditCounts counts, FindingLog log) {
        this.counts = counts;
        this.log = log;
    }

    void take(ReceiptCheck.Valid valid) {
        if (valid.key().validity().revokedAt() != null) {
            doubtful.put(valid.ref(), valid.key());
        }
    }

    /// @param held the anchors whose proofs hold
    void run(ReceiptTable table, Sequences sequences, List<AnchorCheck.Held> held) {
        if (doubtful.isEmpty()) {
            return;
        }
        List<Reach> reaches = held.stream()
                .map(anchor -> new Reach(anchor, anchor.reaches(table, sequences)))
                .toList();
        doubtful.forEach((ref, key) -> {
            if (reaches.stream().noneMatch(each -> each.shows(ref, key, table, sequences))) {
                counts.valid--;
                log.addInvalid(Code.E_KEY_REVOKED, ref.toString(), ReceiptVerifier.undated(key));
            }
        });
    }

    /// How many receipts of its run an anchor fixes, counted from the first.
    private record Reach(AnchorCheck.Held anchor, long receipts) {

        boolean shows(Digest ref, VerificationKey key, ReceiptTable table, Sequences sequences) {
            int row = table.rowOf(ref);
            if (!anchor.isOlderThan(key)) {
                return false;
            }
            if (row == ReceiptTable.NONE) {
                return anchor.receipt().ref().equals(ref);
            }
            int position = sequences.position(row);
            return position != ReceiptTable.NONE
                    && position < receipts
                    && table.workflowIdOf(row).equals(anchor.workflow());
        }
    }
}

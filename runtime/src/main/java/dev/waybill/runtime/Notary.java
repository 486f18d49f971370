package dev.waybill.runtime;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.decide.Decision;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.RunId;
import dev.waybill.journal.store.ReceiptHead;
import dev.waybill.journal.store.StoredReceipt;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Signs for what a turn decided, before it is committed: receipt and event become true together.
public interface Notary {

    /// The receipt that opens a run.
    ///
    /// @param cause the receipt that led to it: of the hand-over for a child, the newest shared one for a fork
    List<StoredReceipt> creation(RunHeader header, JsonObject inputs, @Nullable Digest cause);

    /// @param opening receipts of the run that go into the same transaction, before these
    List<StoredReceipt> sign(Decision decision, @Nullable ReceiptHead head, List<StoredReceipt> opening);

    /// What this process has just made true, and so knows without asking.
    default void committed(RunId run, List<StoredReceipt> receipts) {}

    /// Whether this process was ever given the key that signs for a run; one that it lost is another matter.
    default boolean hasKeyFor(RunHeader header) {
        return true;
    }

    /// Whose name it signs new runs with; null where nothing is signed.
    ///
    /// @throws KeyLost when there is no key to sign with at that time
    default @Nullable String signsAs(Instant at) {
        return null;
    }

    /// Whether a name is one of this process's own.
    default boolean knows(String name) {
        return true;
    }

    /// Nothing is signed.
    Notary NONE = new Notary() {
        @Override
        public List<StoredReceipt> creation(RunHeader header, JsonObject inputs, @Nullable Digest cause) {
            return List.of();
        }

        @Override
        public List<StoredReceipt> sign(Decision decision, @Nullable ReceiptHead head, List<StoredReceipt> opening) {
            return List.of();
        }
    };
}

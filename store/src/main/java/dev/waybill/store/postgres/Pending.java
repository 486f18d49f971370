package dev.waybill.store.postgres;

import dev.waybill.journal.store.Commit;
import dev.waybill.journal.store.Transaction;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A transaction on its way, and then its answer. The queue hands it from the caller's thread to the writer's and back.
final class Pending {

    final Transaction transaction;

    private @Nullable Commit answer;

    Pending(Transaction transaction) {
        this.transaction = transaction;
    }

    void answer(Commit commit) {
        answer = commit;
    }

    Commit answer() {
        return Objects.requireNonNull(answer);
    }
}

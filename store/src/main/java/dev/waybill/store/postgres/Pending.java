package dev.waybill.store.postgres;

import dev.waybill.journal.store.Commit;
import dev.waybill.journal.store.Transaction;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A transaction on its way, and then its answer. The queue hands it from the caller's thread to the writer's and back.
final class Pending {

    final Transaction transaction;

    private final @Nullable Extension extension;
    private final @Nullable RunRow creation;
    private @Nullable Commit answer;

    Pending(Transaction transaction) {
        this.transaction = transaction;
        this.extension = Extension.of(transaction);
        this.creation = extension == null ? Creations.of(transaction) : null;
    }

    boolean isExtension() {
        return extension != null;
    }

    Extension extension() {
        return Objects.requireNonNull(extension);
    }

    boolean isCreation() {
        return creation != null;
    }

    RunRow creation() {
        return Objects.requireNonNull(creation);
    }

    void answer(Commit commit) {
        answer = commit;
    }

    boolean isAnswered() {
        return answer != null;
    }

    boolean isDone() {
        return answer instanceof Commit.Done;
    }

    Commit answer() {
        return Objects.requireNonNull(answer);
    }
}

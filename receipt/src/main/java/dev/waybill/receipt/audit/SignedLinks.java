package dev.waybill.receipt.audit;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What receipts of runs sign about other workflows: work that went to a child and came back, and where a run comes
/// from. Kept in columns, like everything that a receipt may repeat a million times.
final class SignedLinks {

    /// What a receipt says about another workflow.
    enum Kind {
        /// Work goes to a child.
        OUT("hand-over-out", "child", ""),
        /// A child has ended; the digest is that of its summary.
        IN("hand-over-in", "child", "summary"),
        /// The run was started by another one; the digest is that of the receipt that did it.
        CHILD("child", "from", "receipt"),
        /// The run continues another one; the digest is that of the newest receipt before the fork.
        FORK("fork", "from", "receipt");

        private final String wire;
        private final String member;
        private final String digest;

        Kind(String wire, String member, String digest) {
            this.wire = wire;
            this.member = member;
            this.digest = digest;
        }
    }

    private final IntColumn rows = new IntColumn(16);
    private static final List<Kind> KINDS = List.of(Kind.values());

    private final IntColumn kinds = new IntColumn(16);
    private final IntColumn others = new IntColumn(16);
    private final IntColumn digestOf = new IntColumn(16);
    private final LongColumn counts = new LongColumn(16);
    private final Texts workflows = new Texts(16);
    private final Digests digests = new Digests(16);

    /// @param step what the receipt of this row says under `dev.waybill/step`
    void take(int row, JsonObject step) {
        String wire = step.string("kind").orElse("");
        for (Kind kind : KINDS) {
            if (kind.wire.equals(wire)) {
                step.object(kind.member).ifPresent(other -> take(row, kind, other));
            }
        }
        // What an agent began inside a step it took itself: the step says which, and how each has ended.
        for (JsonValue child : step.array("children").orElse(JsonArray.EMPTY)) {
            child.asObject().ifPresent(other -> take(row, Kind.IN, other));
        }
    }

    private void take(int row, Kind kind, JsonObject other) {
        String workflow = other.string("workflow_id").orElse("");
        if (workflow.isEmpty()) {
            return;
        }
        Digest digest = other.string(kind.digest).flatMap(Digest::tryParse).orElse(null);
        rows.add(row);
        kinds.add(KINDS.indexOf(kind));
        others.add(workflows.intern(workflow));
        digestOf.add(digest == null ? ReceiptTable.NONE : digests.intern(digest));
        counts.add(
                other.get("receipt_count") instanceof JsonNumber number
                        ? number.asInteger().orElse(-1)
                        : -1);
    }

    int size() {
        return rows.size();
    }

    /// One thing that a row says, or [ReceiptTable#NONE]; the receipt of a hand-over says one only.
    int of(int row) {
        int low = 0;
        int high = rows.size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (rows.get(middle) == row) {
                return middle;
            }
            low = rows.get(middle) < row ? middle + 1 : low;
            high = rows.get(middle) > row ? middle - 1 : high;
        }
        return ReceiptTable.NONE;
    }

    int row(int link) {
        return rows.get(link);
    }

    Kind kind(int link) {
        return KINDS.get(kinds.get(link));
    }

    /// The other workflow.
    String workflow(int link) {
        return workflows.get(others.get(link));
    }

    @Nullable
    Digest digest(int link) {
        int entry = digestOf.get(link);
        return entry == ReceiptTable.NONE ? null : digests.get(entry);
    }

    /// How many receipts there were before a fork; -1 when it is not said.
    long count(int link) {
        return counts.get(link);
    }
}

package dev.waybill.receipt.audit;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Where receipts come from, one by one, so that a set need not fit into memory.
@FunctionalInterface
public interface ReceiptSource {

    /// The next receipt as it was presented, or null at the end.
    byte @Nullable [] next() throws IOException;

    /// What is wrong with the container itself; asked once, after the last receipt.
    default List<Finding> problems() {
        return List.of();
    }

    /// Receipts that the container judged by rules of its own and kept to itself.
    record JudgedElsewhere(long receipts, long accepted) {
        static final JudgedElsewhere NONE = new JudgedElsewhere(0, 0);
    }

    /// What was judged by the container; asked once, after the last receipt.
    default JudgedElsewhere judgedElsewhere() {
        return JudgedElsewhere.NONE;
    }

    /// Receipts that are in memory already.
    static ReceiptSource of(Iterable<String> receipts) {
        Iterator<String> iterator = receipts.iterator();
        return () -> iterator.hasNext() ? iterator.next().getBytes(StandardCharsets.UTF_8) : null;
    }
}

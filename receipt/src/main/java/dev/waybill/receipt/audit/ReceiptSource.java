package dev.waybill.receipt.audit;

import dev.waybill.receipt.ReceiptCheck;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
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

    /// Receipts that the container judged by rules of its own and does not hand over as text.
    ///
    /// @param accepted how many of them it accepts
    /// @param ofWorkflows those that say something about a workflow, which is judged with all others
    record JudgedElsewhere(long receipts, long accepted, List<ReceiptCheck.Valid> ofWorkflows) {
        public static final JudgedElsewhere NONE = new JudgedElsewhere(0, 0, List.of());

        public JudgedElsewhere {
            ofWorkflows = List.copyOf(ofWorkflows);
        }
    }

    /// What was judged by the container; asked once, after the last receipt.
    default JudgedElsewhere judgedElsewhere() {
        return JudgedElsewhere.NONE;
    }

    /// What a container says about the workflows that it holds; nobody signs for that.
    ///
    /// @param all whether it names every one of them
    record Announced(Set<String> workflows, boolean all) {
        public static final Announced NOTHING = new Announced(new LinkedHashSet<>(), false);
    }

    /// Which workflows there should be; asked once, after the last receipt.
    default Announced announced() {
        return Announced.NOTHING;
    }

    /// Receipts that are in memory already.
    static ReceiptSource of(Iterable<String> receipts) {
        Iterator<String> iterator = receipts.iterator();
        return () -> iterator.hasNext() ? iterator.next().getBytes(StandardCharsets.UTF_8) : null;
    }
}

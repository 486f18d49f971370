package dev.waybill.evidence.read;

import dev.waybill.base.text.Shortened;
import dev.waybill.evidence.Finding;
import dev.waybill.evidence.FindingCode;
import dev.waybill.evidence.Integrity;
import dev.waybill.evidence.Place;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Follows records that name the hash of the one before them, in the order in which they lie.
///
/// Each trouble is told at the record where it shows, and the chain goes on from there: one missing record is one
/// finding, not one for each that follows.
public final class HashChain {

    /// What one record says about its place in the chain.
    ///
    /// @param hashHolds whether its own hash is that of its bytes
    /// @param sequence -1 when it names none
    public record Link(boolean hashHolds, String hash, String previous, long sequence) {}

    /// Where a chain may begin, and whether records of others may lie between.
    private enum Kind {
        WHOLE,
        SLICE
    }

    private final Kind kind;
    private String expectedPrevious;
    private long expectedSequence = 1;
    private boolean begun;
    private int unread;

    private HashChain(Kind kind, String genesis) {
        this.kind = kind;
        this.expectedPrevious = genesis;
    }

    /// A chain from its first record, numbered from 1 without a gap.
    ///
    /// @param genesis what the first record names as the one before it
    public static HashChain whole(String genesis) {
        return new HashChain(Kind.WHOLE, genesis);
    }

    /// Some records of a chain: where the numbers jump, the one before lies elsewhere.
    public static HashChain slice() {
        return new HashChain(Kind.SLICE, "");
    }

    /// Where the chain stands, as a text.
    String state() {
        return begun ? expectedSequence + " " + unread + " " + expectedPrevious : "";
    }

    /// Goes on where another reading stood.
    void goOnFrom(String state) {
        if (!state.isEmpty()) {
            String[] parts = state.split(" ", 3);
            expectedSequence = Long.parseLong(parts[0]);
            unread = Integer.parseInt(parts[1]);
            expectedPrevious = parts[2];
            begun = true;
        }
    }

    /// A record could not be read, so the next one cannot be linked to it.
    public void unreadable() {
        unread++;
        begun = true;
    }

    /// What is to be thought of the next record. The worst trouble names it; all of it is told.
    public Integrity next(Link link, Place place, Consumer<Finding> findings) {
        String hash = hashTrouble(link);
        String sequence = sequenceTrouble(link);
        String chain = chainTrouble(link);
        boolean outside = kind == Kind.SLICE && (!begun || link.sequence() != expectedSequence);
        goOn(link);
        tell(FindingCode.HASH_MISMATCH, hash, place, findings);
        tell(FindingCode.SEQUENCE_GAP, sequence, place, findings);
        tell(FindingCode.CHAIN_BROKEN, chain, place, findings);
        if (hash != null) {
            return Integrity.broken("hash differs");
        }
        if (chain != null || sequence != null) {
            return Integrity.broken(chain != null ? "chain broken" : "sequence broken");
        }
        return outside ? Integrity.hashed("hash ok, the record before it is not here") : Integrity.CHAIN_OK;
    }

    private static void tell(FindingCode code, @Nullable String trouble, Place place, Consumer<Finding> findings) {
        if (trouble != null) {
            findings.accept(new Finding(code, place, trouble));
        }
    }

    private static @Nullable String hashTrouble(Link link) {
        return link.hashHolds() ? null : "expected a record whose hash is " + shown(link.hash()) + ", found another";
    }

    private @Nullable String sequenceTrouble(Link link) {
        boolean fits = switch (kind) {
            case WHOLE -> link.sequence() >= expectedSequence && link.sequence() <= expectedSequence + unread;
            case SLICE -> !begun || link.sequence() >= expectedSequence;
        };
        return fits ? null : "expected number " + expectedSequence + ", found " + shown(link.sequence());
    }

    private @Nullable String chainTrouble(Link link) {
        boolean elsewhere = kind == Kind.SLICE && (!begun || link.sequence() > expectedSequence);
        if (elsewhere || link.previous().equals(expectedPrevious)) {
            return null;
        }
        String before = unread > 0 ? "the last that can be read" : begun ? "the one before" : "the beginning";
        return "expected a link to %s, %s; found %s".formatted(before, shown(expectedPrevious), shown(link.previous()));
    }

    private void goOn(Link link) {
        expectedPrevious = link.hash();
        expectedSequence = link.sequence() + 1;
        begun = true;
        unread = 0;
    }

    private static String shown(String hash) {
        return hash.isEmpty() ? "nothing" : Shortened.of(hash, 19);
    }

    private static String shown(long sequence) {
        return sequence < 0 ? "none" : Long.toString(sequence);
    }
}

package dev.waybill.journal.store;

import dev.waybill.journal.RunId;
import java.util.Collection;

/// What a token stands for: a place in the log of a guided run, or a permission to go on from it.
///
/// @param sequence the event that made the place
/// @param serial 0 for the place itself; from 1 on, the number of the permission
public record TokenPlace(TokenRef ref, RunId run, long sequence, int serial) {
    public TokenPlace {
        if (sequence < 0 || serial < 0) {
            throw new IllegalArgumentException(
                    "sequence and serial are 0 or more, found %d and %d".formatted(sequence, serial));
        }
    }

    /// Why a transaction with places that contradict what is there is not written.
    public static StoreException mistake(Collection<TokenPlace> places) {
        return new StoreException(
                StoreProblem.FAILED,
                "expected token places in runs that exist, each under its own reference, found another among " + places,
                null);
    }
}

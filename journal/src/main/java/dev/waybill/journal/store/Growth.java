package dev.waybill.journal.store;

import java.util.List;

/// What grew in a store since a mark.
///
/// @param mark where to go on: what grows from here on is found by asking with it
/// @param runs those that grew, each once and as it is now; one may come again with the next question
/// @param whole whether these are all; if not, nobody can say what else grew, and one looks at everything anew
public record Growth(long mark, List<StoredRun> runs, boolean whole) {
    public Growth {
        runs = List.copyOf(runs);
    }
}

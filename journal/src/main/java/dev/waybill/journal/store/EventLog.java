package dev.waybill.journal.store;

import dev.waybill.journal.RunId;
import java.util.Collection;
import java.util.List;

/// The logs of all runs.
public interface EventLog extends RunReads {

    /// Makes a transaction true, whole or not at all, and returns when it is durable.
    ///
    /// An earlier answer to the same call comes before everything else. Then the appends are looked at in their
    /// order, each on top of those before it, and the first that cannot be made gives the answer. One append is
    /// first judged by its fence, then by its head, then by its receipts.
    ///
    /// @throws StoreException when it could not be done; [StoreException#isAmbiguous] says whether to look first
    Commit commit(Transaction transaction);

    /// How far these runs have come, in any order; one that is not there is left out. No event is read, so that one
    /// may ask for a thousand runs again and again.
    List<RunHead> heads(Collection<RunId> runs);

    /// The runs whose logs grew since a mark, exactly: a run that was committed before the answer is in it, or in the
    /// answer to the mark that comes with it.
    ///
    /// @param since the mark of an earlier answer; below 0 nothing is listed, and the answer's mark is the present
    /// @param most how many events are looked at; where more came, the answer is not whole
    Growth grown(long since, int most);
}

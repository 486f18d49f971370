package dev.waybill.journal.store;

import java.util.Optional;

/// Which tokens this store has given out. They are written with the transaction that makes their place.
public interface TokenPlaces {

    /// The place that a reference names, even when its run was pruned.
    Optional<TokenPlace> place(TokenRef ref);
}

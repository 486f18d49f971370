package dev.waybill.journal.store;

import java.time.Instant;
import java.util.List;

/// What couriers of several processes do with one outbox. Kinds of one family share a beginning, `webhook:` for
/// instance, so that one receiver who is away holds up nobody else.
public interface Postings {

    /// The kinds of a family that have something due, in order.
    List<String> due(String family, Instant now);

    /// Takes an item for a while, so that no other process delivers it meanwhile. A process that dies with it loses it
    /// when the time is up.
    ///
    /// @param item as it was read
    /// @param until when others may take it
    /// @return false when somebody else was faster
    boolean claim(OutboxItem item, Instant until);

    /// Gives a delivery up; an unknown id is no mistake.
    void bury(String id, Instant at, String reason);

    /// What was given up, the latest first.
    List<DeadLetter> buried(String kind, int limit);

    /// Tries everything of a kind again that was given up, as if for the first time.
    ///
    /// @return how many
    int revive(String kind, Instant now);

    /// Forgets everything of a kind.
    void drop(String kind);

    /// The kinds of a family that have something undelivered, in order.
    List<Backlog> backlog(String family);
}

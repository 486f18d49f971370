package dev.waybill.journal.store;

import java.time.Instant;
import java.util.List;

/// What waits to be delivered.
public interface Outbox {

    /// Items of a kind whose time has come, by run, sequence and id: the oldest runs first, each in its order. Kinds
    /// never wait for each other; within a kind, what is postponed holds back what came later in the same run.
    List<OutboxItem> undelivered(String kind, Instant now, int limit);

    /// It arrived and is forgotten; an unknown id is no mistake.
    void delivered(String id);

    /// The delivery failed, which counts as an attempt, and is tried again later; an unknown id is no mistake.
    void postpone(String id, Instant notBefore);
}

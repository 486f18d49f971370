package dev.waybill.store.sql;

import dev.waybill.journal.store.Backlog;
import dev.waybill.journal.store.DeadLetter;
import dev.waybill.journal.store.OutboxItem;
import dev.waybill.journal.store.Postings;
import java.time.Instant;
import java.util.List;

/// The outbox as couriers use it.
public record SqlPostings(SqlAccess access, DeliveryTable table) implements Postings {

    @Override
    public List<String> due(String family, Instant now) {
        return access.read(session -> table.due(session, family, now));
    }

    @Override
    public boolean claim(OutboxItem item, Instant until) {
        return access.write(session -> table.claim(session, item, until));
    }

    @Override
    public void bury(String id, Instant at, String reason) {
        access.repeatableWrite(session -> table.bury(session, id, at, reason));
    }

    @Override
    public List<DeadLetter> buried(String kind, int limit) {
        return access.read(session -> table.buried(session, kind, limit));
    }

    @Override
    public int revive(String kind, Instant now) {
        return access.repeatableWrite(session -> table.revive(session, kind, now));
    }

    @Override
    public void drop(String kind) {
        access.repeatableWrite(session -> table.drop(session, kind));
    }

    @Override
    public List<Backlog> backlog(String family) {
        return access.read(session -> table.backlog(session, family));
    }
}

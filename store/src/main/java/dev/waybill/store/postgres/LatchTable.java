package dev.waybill.store.postgres;

import dev.waybill.journal.store.Latch;
import dev.waybill.journal.store.LatchKey;
import dev.waybill.store.sql.SqlLatches;
import dev.waybill.store.sql.SqlSession;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;

/// The table `latch`: what happens once in a cluster. Few transactions name one, so each is a statement of its own.
final class LatchTable {

    static final String NAME = "waybill.latch";

    private LatchTable() {}

    /// Those that are there, locked until the transaction ends.
    static Map<LatchKey, Latch> lock(SqlSession session, SortedSet<LatchKey> keys) throws SQLException {
        Map<LatchKey, Latch> found = new TreeMap<>();
        for (LatchKey key : keys) {
            SqlLatches.find(session, NAME, key, " FOR UPDATE").ifPresent(latch -> found.put(key, latch));
        }
        return found;
    }

    /// What nobody could lock, because it was not there, somebody else may have made since.
    static void move(SqlSession session, List<Latch> latches) throws SQLException {
        List<Latch> ordered = latches.stream()
                .sorted(Comparator.comparing(Latch::key).thenComparingLong(Latch::version))
                .toList();
        for (Latch latch : ordered) {
            if (!SqlLatches.move(session, NAME, latch)) {
                throw Problems.overtaken();
            }
        }
    }
}

package dev.waybill.store.postgres;

import dev.waybill.journal.document.Shelf;
import dev.waybill.store.sql.SqlSession;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// How far the shelves of tenants have come. A run asks for its tenant's files when it begins.
final class ShelfTable {

    private ShelfTable() {}

    /// @return nothing for a shelf on which nothing was ever put
    static Map<Shelf, Long> marks(SqlSession session, List<Shelf> shelves) throws SQLException {
        Map<Shelf, Long> marks = new LinkedHashMap<>();
        new Rows<>(session.prepare("""
                        SELECT k.shelf, k.tenant, s.change_no
                          FROM unnest(?::text[], ?::text[]) AS k (shelf, tenant)
                         CROSS JOIN LATERAL (
                               SELECT change_no FROM waybill.shelf WHERE shelf = k.shelf AND tenant = k.tenant
                               OFFSET 0) AS s"""), shelves)
                .texts(Shelf::kind)
                .texts(Shelf::tenant)
                .bound()
                .rows(row -> marks.put(new Shelf(row.getString(1), row.getString(2)), row.getLong(3)));
        return marks;
    }
}

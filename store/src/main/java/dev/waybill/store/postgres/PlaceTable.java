package dev.waybill.store.postgres;

import dev.waybill.journal.RunId;
import dev.waybill.journal.store.TokenPlace;
import dev.waybill.journal.store.TokenRef;
import dev.waybill.store.sql.RowSum;
import dev.waybill.store.sql.SqlSession;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/// The table `token_place`: what tokens stand for.
final class PlaceTable {

    private PlaceTable() {}

    static Optional<TokenPlace> find(SqlSession session, TokenRef ref) throws SQLException {
        return session.prepare("SELECT run_id, seq, serial FROM waybill.token_place WHERE ref = ?")
                .bytes(ref.bytes())
                .first(row -> new TokenPlace(ref, new RunId(row.getString(1)), row.getLong(2), row.getInt(3)));
    }

    /// A place that is known already is written over itself, so that the number of rows tells a contradiction. Whoever
    /// brings one gets the whole batch undone, and is then tried alone. All writers insert in one order.
    static void insert(SqlSession session, List<TokenPlace> places) throws SQLException {
        List<TokenPlace> different = places.stream().distinct().toList();
        if (different.isEmpty()) {
            return;
        }
        requireOneEach(different);
        int written = new Rows<>(session.prepare("""
                        INSERT INTO waybill.token_place AS old (ref, run_id, seq, serial, row_sum)
                        SELECT n.ref, n.run_id, n.seq, n.serial, n.row_sum
                          FROM unnest(?::bytea[], ?::text[], ?::bigint[], ?::bigint[], ?::bigint[])
                            AS n (ref, run_id, seq, serial, row_sum)
                          JOIN waybill.run r ON r.run_id = n.run_id
                         ORDER BY n.ref
                            ON CONFLICT (ref) DO UPDATE SET serial = excluded.serial
                         WHERE old.run_id = excluded.run_id AND old.seq = excluded.seq
                           AND old.serial = excluded.serial"""), different)
                .bytes(place -> place.ref().bytes())
                .texts(place -> place.run().value())
                .numbers(TokenPlace::sequence)
                .numbers(place -> (long) place.serial())
                .numbers(RowSum::of)
                .bound()
                .update();
        if (written != different.size()) {
            throw TokenPlace.mistake(different);
        }
    }

    private static void requireOneEach(List<TokenPlace> places) {
        if (places.stream().map(TokenPlace::ref).distinct().count() < places.size()) {
            throw TokenPlace.mistake(places);
        }
    }
}

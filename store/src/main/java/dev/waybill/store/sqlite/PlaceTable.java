package dev.waybill.store.sqlite;

import dev.waybill.journal.RunId;
import dev.waybill.journal.store.TokenPlace;
import dev.waybill.journal.store.TokenRef;
import dev.waybill.store.sql.RowSum;
import dev.waybill.store.sql.SqlSession;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/// What tokens stand for.
final class PlaceTable {

    private PlaceTable() {}

    static Optional<TokenPlace> read(SqlSession session, TokenRef ref) throws SQLException {
        return session.prepare("""
                        SELECT r.run_id, p.seq, p.serial FROM token_places p JOIN runs r ON r.id = p.run
                         WHERE p.ref = ?
                        """)
                .bytes(ref.bytes())
                .first(row -> new TokenPlace(ref, new RunId(row.getString(1)), row.getLong(2), row.getInt(3)));
    }

    /// Whoever brings a contradiction gets the whole batch undone, and is then tried alone.
    static void insert(SqlSession session, List<TokenPlace> places) throws SQLException {
        for (TokenPlace place : places) {
            int written = session.prepare("""
                            INSERT INTO token_places (ref, run, seq, serial, row_sum)
                            SELECT ?, id, ?, ?, ? FROM runs WHERE run_id = ? ON CONFLICT (ref) DO NOTHING
                            """)
                    .bytes(place.ref().bytes())
                    .number(place.sequence())
                    .number(place.serial())
                    .number(RowSum.of(place))
                    .text(place.run().value())
                    .update();
            if (written == 0 && read(session, place.ref()).filter(place::equals).isEmpty()) {
                throw TokenPlace.mistake(places);
            }
        }
    }
}

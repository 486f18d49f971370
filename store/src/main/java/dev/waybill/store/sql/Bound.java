package dev.waybill.store.sql;

import dev.waybill.journal.store.StoreException;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A prepared statement whose parameters are bound in the order in which they are named.
public final class Bound {

    private final PreparedStatement statement;
    private int position;

    Bound(PreparedStatement statement) {
        this.statement = statement;
    }

    public Bound text(@Nullable String value) throws SQLException {
        statement.setString(++position, value);
        return this;
    }

    public Bound number(long value) throws SQLException {
        statement.setLong(++position, value);
        return this;
    }

    public Bound bytes(byte[] value) throws SQLException {
        statement.setBytes(++position, value);
        return this;
    }

    /// A time, kept as microseconds since 1970, which is the precision of the log.
    public Bound time(@Nullable Instant value) throws SQLException {
        if (value == null) {
            statement.setNull(++position, Types.BIGINT);
        } else {
            statement.setLong(++position, Micros.of(value));
        }
        return this;
    }

    /// One value per row, so that many rows travel in one statement; for databases that have arrays.
    ///
    /// @param type the element's type in the database
    public Bound array(String type, @Nullable Object[] values) throws SQLException {
        statement.setArray(++position, statement.getConnection().createArrayOf(type, values));
        return this;
    }

    public void run() throws SQLException {
        statement.execute();
    }

    /// @return how many rows were changed
    public int update() throws SQLException {
        return statement.executeUpdate();
    }

    public <R> List<R> rows(Row<R> row) throws SQLException {
        List<R> found = new ArrayList<>();
        try (ResultSet result = statement.executeQuery()) {
            while (result.next()) {
                found.add(row.read(result));
            }
        }
        return found;
    }

    /// Those of many tenants' rows that can be read: damage in one is told to whoever asks for that one.
    public <R> List<R> readable(Row<R> row) throws SQLException {
        List<R> found = new ArrayList<>();
        try (ResultSet result = statement.executeQuery()) {
            while (result.next()) {
                try {
                    found.add(row.read(result));
                } catch (IllegalArgumentException | StoreException _) {
                    // fsck names it.
                }
            }
        }
        return found;
    }

    public <R> Optional<R> first(Row<R> row) throws SQLException {
        try (ResultSet result = statement.executeQuery()) {
            return result.next() ? Optional.of(row.read(result)) : Optional.empty();
        }
    }

    /// Reads the row that a result stands on.
    @FunctionalInterface
    public interface Row<R> {
        R read(ResultSet result) throws SQLException;
    }
}

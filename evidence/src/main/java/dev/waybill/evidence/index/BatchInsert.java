package dev.waybill.evidence.index;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collections;
import org.jspecify.annotations.Nullable;

/// Puts rows into a table, several with one statement: the way into SQLite costs more than the insert itself.
final class BatchInsert implements AutoCloseable {

    private static final int ROWS = 16;

    private final Connection connection;
    private final String table;
    private final String row;
    private final PreparedStatement many;
    private final @Nullable Object[] waiting;
    private int size;

    BatchInsert(Connection connection, String table, int columns) throws SQLException {
        this.connection = connection;
        this.table = table;
        row = "(" + String.join(",", Collections.nCopies(columns, "?")) + ")";
        many = connection.prepareStatement(sql(ROWS));
        waiting = new @Nullable Object[ROWS * columns];
    }

    private String sql(int rows) {
        return "insert into " + table + " values " + String.join(",", Collections.nCopies(rows, row));
    }

    void add(@Nullable Object... values) throws SQLException {
        System.arraycopy(values, 0, waiting, size, values.length);
        size += values.length;
        if (size == waiting.length) {
            insert(many);
        }
    }

    private void insert(PreparedStatement statement) throws SQLException {
        for (int i = 0; i < size; i++) {
            statement.setObject(i + 1, waiting[i]);
        }
        statement.executeUpdate();
        size = 0;
    }

    void flush() throws SQLException {
        if (size > 0) {
            try (PreparedStatement few = connection.prepareStatement(sql(size * ROWS / waiting.length))) {
                insert(few);
            }
        }
    }

    @Override
    public void close() throws SQLException {
        many.close();
    }
}

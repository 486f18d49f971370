package dev.waybill.evidence.index;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/// Questions to the database of an index, each prepared when it is asked for the first time. Trouble with it means a
/// damaged index.
final class Selects {

    private final Connection connection;
    private final Path folder;
    private final Map<String, Select> prepared = new HashMap<>();
    private long asked;

    Selects(Connection connection, Path folder) {
        this.connection = connection;
        this.folder = folder;
    }

    /// Makes something of the row at which a result stands.
    interface Reading<T> {
        T of(ResultSet found) throws SQLException;
    }

    /// Takes one row after the other.
    interface Taking {
        void take(ResultSet found) throws SQLException;
    }

    Select of(String sql) {
        return prepared.computeIfAbsent(sql, this::prepare);
    }

    private Select prepare(String sql) {
        try {
            return new Select(connection.prepareStatement(sql));
        } catch (SQLException e) {
            throw IndexDatabase.damaged(folder, e);
        }
    }

    /// How many questions were asked: what an answer costs, whatever the machine does besides.
    long asked() {
        return asked;
    }

    /// One question, to be asked with many values.
    final class Select {

        private final PreparedStatement statement;

        private Select(PreparedStatement statement) {
            this.statement = statement;
        }

        <T> T one(Reading<T> reading, Object... values) {
            List<T> all = all(reading, values);
            if (all.isEmpty()) {
                throw IndexDatabase.damaged(folder, new SQLException("a row is missing"));
            }
            return all.getFirst();
        }

        <T> List<T> all(Reading<T> reading, Object... values) {
            List<T> all = new ArrayList<>();
            forEach(found -> all.add(reading.of(found)), values);
            return all;
        }

        /// The first column, of which there may be millions.
        LongStream numbers(Object... values) {
            LongStream.Builder all = LongStream.builder();
            forEach(found -> all.add(found.getLong(1)), values);
            return all.build();
        }

        void forEach(Taking next, Object... values) {
            try (ResultSet found = asked(values)) {
                while (found.next()) {
                    next.take(found);
                }
            } catch (SQLException e) {
                throw IndexDatabase.damaged(folder, e);
            }
        }

        private ResultSet asked(Object... values) throws SQLException {
            asked++;
            for (int i = 0; i < values.length; i++) {
                statement.setObject(i + 1, values[i]);
            }
            return statement.executeQuery();
        }
    }
}

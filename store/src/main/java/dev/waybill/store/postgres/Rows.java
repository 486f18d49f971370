package dev.waybill.store.postgres;

import dev.waybill.store.sql.Bound;
import java.sql.SQLException;
import java.util.Collection;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Binds one field of many rows as one array: a table gets all rows of a batch in one statement.
///
/// @param <T> what a row is made of
record Rows<T>(Bound statement, Collection<T> rows) {

    Rows<T> texts(Function<T, @Nullable String> field) throws SQLException {
        statement.array("text", rows.stream().map(field).toArray(String[]::new));
        return this;
    }

    Rows<T> numbers(Function<T, @Nullable Long> field) throws SQLException {
        statement.array("int8", rows.stream().map(field).toArray(Long[]::new));
        return this;
    }

    Rows<T> flags(Function<T, Boolean> field) throws SQLException {
        statement.array("bool", rows.stream().map(field).toArray(Boolean[]::new));
        return this;
    }

    Rows<T> bytes(Function<T, byte[]> field) throws SQLException {
        statement.array("bytea", rows.stream().map(field).toArray(byte[][]::new));
        return this;
    }

    Bound bound() {
        return statement;
    }
}

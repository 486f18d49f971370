package dev.waybill.store.sql;

import java.sql.SQLException;

/// How a store lets its tables be read and written, whichever database is behind it.
public interface SqlAccess {

    /// What to do.
    @FunctionalInterface
    interface Work<R> {
        R in(SqlSession session) throws SQLException;
    }

    <R> R read(Work<R> work);

    /// In a transaction of its own.
    <R> R write(Work<R> work);

    /// A write that may be done twice without harm.
    <R> R repeatableWrite(Work<R> work);
}

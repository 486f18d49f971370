package dev.waybill.store.sqlite;

import dev.waybill.store.sql.SqlAccess;

/// For the tables for which both databases speak the same SQL.
record SqliteAccess(SqliteStore store) implements SqlAccess {

    @Override
    public <R> R read(Work<R> work) {
        return store.read(work);
    }

    @Override
    public <R> R write(Work<R> work) {
        return store.write(work::in);
    }

    @Override
    public <R> R repeatableWrite(Work<R> work) {
        return write(work);
    }
}

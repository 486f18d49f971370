package dev.waybill.store.postgres;

import dev.waybill.store.sql.SqlAccess;

/// For the tables for which both databases speak the same SQL.
record PostgresAccess(Database database) implements SqlAccess {

    @Override
    public <R> R read(Work<R> work) {
        return database.read(work::in);
    }

    @Override
    public <R> R write(Work<R> work) {
        return database.write(work::in);
    }

    @Override
    public <R> R repeatableWrite(Work<R> work) {
        return database.repeatableWrite(work::in);
    }
}

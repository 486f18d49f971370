package dev.waybill.store.postgres;

import dev.waybill.journal.store.RunStore;
import dev.waybill.simulator.StoreContract;

/// PostgreSQL keeps the contract.
class PostgresStoreTest extends StoreContract {

    private final String url = PostgresServer.newDatabase();

    @Override
    protected RunStore open() {
        return PostgresStore.open(url);
    }

    @Override
    protected RunStore reopen() {
        return PostgresStore.open(url);
    }
}

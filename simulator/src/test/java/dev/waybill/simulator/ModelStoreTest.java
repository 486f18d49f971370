package dev.waybill.simulator;

import dev.waybill.journal.store.RunStore;

/// The model keeps the contract that real stores are held to.
class ModelStoreTest extends StoreContract {

    private ModelStore model = new ModelStore();

    @Override
    protected RunStore open() {
        model = new ModelStore();
        return model;
    }

    @Override
    protected RunStore reopen() {
        return model.elsewhere();
    }
}

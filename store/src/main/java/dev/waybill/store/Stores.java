package dev.waybill.store;

import dev.waybill.journal.store.RunStore;
import dev.waybill.store.postgres.PostgresStore;
import dev.waybill.store.sqlite.SqliteStore;

/// Opens the store of a location. From there on nobody can tell which one it is.
public final class Stores {

    private Stores() {}

    /// @throws dev.waybill.journal.store.StoreException with one sentence for a person when that cannot be done
    public static RunStore open(StoreLocation location) {
        return switch (location) {
            case StoreLocation.DataDirectory directory -> SqliteStore.open(directory.path());
            case StoreLocation.Database database -> PostgresStore.open(database.url());
        };
    }

    /// Opens a store that is there, to work with it: a mistyped place is no new store.
    ///
    /// @throws dev.waybill.journal.store.StoreException with one sentence for a person when there is none
    public static RunStore openExisting(StoreLocation location) {
        return switch (location) {
            case StoreLocation.DataDirectory directory ->
                SqliteStore.isIn(directory.path())
                        ? SqliteStore.open(directory.path())
                        : SqliteStore.openToRead(directory.path());
            case StoreLocation.Database database -> PostgresStore.openExisting(database.url());
        };
    }

    /// Opens a store that is there, to look at it: nothing is made or brought up to date.
    ///
    /// @throws dev.waybill.journal.store.StoreException with one sentence for a person when there is none
    public static RunStore openToRead(StoreLocation location) {
        return switch (location) {
            case StoreLocation.DataDirectory directory -> SqliteStore.openToRead(directory.path());
            case StoreLocation.Database database -> PostgresStore.openToRead(database.url());
        };
    }
}

package dev.waybill.journal.store;

/// Why a store cannot do what it was asked.
public enum StoreProblem {
    /// There is nothing to look at.
    NOT_A_STORE("not_a_store", "there is no store here"),
    NEWER_SCHEMA("store_newer", "the store was upgraded by a newer Waybill; this one has to be replaced"),
    READ_ONLY("store_read_only", "the store cannot be written; nothing was recorded"),
    DISK_FULL(
            "store_full",
            "the disk of this Waybill is full; nothing was recorded, repeat the call when there is space"),
    CORRUPT("store_corrupt", "the store is damaged"),
    UNREACHABLE("store_unreachable", "the database of this Waybill is out of reach; repeat the call later"),
    BUSY("store_busy", "the store is busy; nothing was recorded, repeat the call"),
    /// The disk refused to say that data is safe: the process must stop.
    SYNC_FAILED("store_sync_failed", "the disk of this Waybill fails; it has to be stopped and looked at"),
    FAILED("store_failed", "the store of this Waybill failed");

    private final String code;
    private final String outside;

    StoreProblem(String code, String outside) {
        this.code = code;
        this.outside = outside;
    }

    public String code() {
        return code;
    }

    /// For those who call from outside: no path, no host name, nothing that a driver said.
    public String outside() {
        return outside;
    }
}

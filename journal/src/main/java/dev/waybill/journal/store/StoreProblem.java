package dev.waybill.journal.store;

/// Why a store cannot do what it was asked.
public enum StoreProblem {
    /// There is nothing to look at.
    NOT_A_STORE("not_a_store"),
    NEWER_SCHEMA("store_newer"),
    READ_ONLY("store_read_only"),
    DISK_FULL("store_full"),
    CORRUPT("store_corrupt"),
    UNREACHABLE("store_unreachable"),
    BUSY("store_busy"),
    /// The disk refused to say that data is safe: the process must stop.
    SYNC_FAILED("store_sync_failed"),
    FAILED("store_failed");

    private final String code;

    StoreProblem(String code) {
        this.code = code;
    }

    public String code() {
        return code;
    }
}

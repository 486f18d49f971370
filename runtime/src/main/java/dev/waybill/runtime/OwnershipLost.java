package dev.waybill.runtime;

import dev.waybill.journal.RunId;

/// Another process owns the run now; what this one was about to write is void.
final class OwnershipLost extends RuntimeException {

    private static final long serialVersionUID = 1L;

    OwnershipLost(RunId run) {
        super("another process works on " + run + " now", null, false, false);
    }
}

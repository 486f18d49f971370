package dev.waybill.receipt.bundle;

import dev.waybill.base.refusal.Kind;
import dev.waybill.base.refusal.Refusal;
import dev.waybill.base.refusal.RefusalException;

/// A zip file that is not opened, and why.
public final class ArchiveRefused extends RefusalException {

    private static final long serialVersionUID = 1L;

    private final ArchiveFault fault;

    ArchiveRefused(ArchiveFault fault, String message) {
        super(new Refusal(Kind.DAMAGED, fault.name(), message, fault.next()));
        this.fault = fault;
    }

    public ArchiveFault fault() {
        return fault;
    }
}

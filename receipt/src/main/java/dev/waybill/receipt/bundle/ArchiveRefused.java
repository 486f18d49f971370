package dev.waybill.receipt.bundle;

import dev.waybill.base.refusal.Kind;
import dev.waybill.base.refusal.Refusal;
import dev.waybill.base.refusal.Refusing;

/// A zip file that is not opened, and why.
public final class ArchiveRefused extends RuntimeException implements Refusing {

    private static final long serialVersionUID = 1L;

    private final ArchiveFault fault;
    private final String message;

    ArchiveRefused(ArchiveFault fault, String message) {
        super(message, null, false, false);
        this.fault = fault;
        this.message = message;
    }

    public ArchiveFault fault() {
        return fault;
    }

    @Override
    public String getMessage() {
        return message;
    }

    @Override
    public Refusal refusal() {
        return new Refusal(Kind.DAMAGED, fault.name(), message, fault.next());
    }
}

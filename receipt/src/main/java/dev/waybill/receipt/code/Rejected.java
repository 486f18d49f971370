package dev.waybill.receipt.code;

import dev.waybill.base.refusal.Kind;
import dev.waybill.base.refusal.Refusal;
import dev.waybill.base.refusal.RefusalException;

/// Input that breaks a rule: the rule's code, where it was broken, what was expected and found.
///
/// Refusals are ordinary answers here and can be frequent, so they carry no stack trace.
public final class Rejected extends RefusalException {

    private static final long serialVersionUID = 1L;

    private final Code code;
    private final String pointer;

    /// @param pointer the JSON pointer of the offending value; empty for the whole
    public Rejected(Code code, String pointer, String message) {
        super(new Refusal(Kind.INVALID, code.name(), message, code.next()));
        this.code = code;
        this.pointer = pointer;
    }

    public Rejected(Code code, String message) {
        this(code, "", message);
    }

    public Code code() {
        return code;
    }

    public String pointer() {
        return pointer;
    }
}

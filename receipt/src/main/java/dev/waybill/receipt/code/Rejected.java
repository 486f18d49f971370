package dev.waybill.receipt.code;

import dev.waybill.base.refusal.Kind;
import dev.waybill.base.refusal.Refusal;
import dev.waybill.base.refusal.Refusing;

/// Input that breaks a rule: the rule's code, where it was broken, what was expected and found.
///
/// Refusals are ordinary answers here and can be frequent, so they carry no stack trace.
public final class Rejected extends RuntimeException implements Refusing {

    private static final long serialVersionUID = 1L;

    private final Code code;
    private final String pointer;
    private final String message;

    /// @param pointer the JSON pointer of the offending value; empty for the whole
    public Rejected(Code code, String pointer, String message) {
        super(message, null, false, false);
        this.code = code;
        this.pointer = pointer;
        this.message = message;
    }

    public Rejected(Code code, String message) {
        this(code, "", message);
    }

    @Override
    public String getMessage() {
        return message;
    }

    public Code code() {
        return code;
    }

    public String pointer() {
        return pointer;
    }

    @Override
    public Refusal refusal() {
        return new Refusal(Kind.INVALID, code.name(), message, code.next());
    }
}

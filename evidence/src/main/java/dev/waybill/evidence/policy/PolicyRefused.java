package dev.waybill.evidence.policy;

/// A policy receipt cannot be made from what was given.
public final class PolicyRefused extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final String code;

    public PolicyRefused(String code, String message) {
        super(message);
        this.code = code;
    }

    /// Stable, for programs.
    public String code() {
        return code;
    }
}

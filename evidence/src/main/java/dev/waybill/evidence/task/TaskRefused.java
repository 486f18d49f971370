package dev.waybill.evidence.task;

/// What was asked for does not fit the task as it stands. Nothing was written.
public final class TaskRefused extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final String code;

    public TaskRefused(String code, String message) {
        super(message);
        this.code = code;
    }

    /// Stable, for programs.
    public String code() {
        return code;
    }
}

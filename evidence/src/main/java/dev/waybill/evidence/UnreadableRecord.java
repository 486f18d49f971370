package dev.waybill.evidence;

/// The JSON is none of the records that its file promises.
public final class UnreadableRecord extends RuntimeException {

    private static final long serialVersionUID = 1;

    public UnreadableRecord(String message) {
        super(message);
    }
}

package dev.waybill.engine.state;

/// What came along an edge in this round.
///
/// @param stepId the receipt step of the node that it came from
public record Arrival(Kind kind, String stepId) {

    public enum Kind {
        /// The source ended well and the edge was taken.
        SUCCESS,
        /// The source failed.
        FAILED,
        /// The source was skipped or cancelled, or the edge's condition did not hold.
        NOT_TAKEN
    }

    Arrival signedBy(String step) {
        return new Arrival(kind, step);
    }
}

package dev.waybill.engine.state;

/// What came along an edge in this round, or asks for another round from outside the joins.
///
/// @param stepId the receipt step of the node that it came from
/// @param event that sent it
public record Arrival(Kind kind, String stepId, EventRef event) {

    public enum Kind {
        /// The source ended well and the edge was taken.
        SUCCESS,
        /// The source failed.
        FAILED,
        /// The source was skipped or cancelled, or the edge's condition did not hold.
        NOT_TAKEN
    }

    Arrival signedBy(String step) {
        return new Arrival(kind, step, event);
    }
}

package dev.waybill.agents.model.wire;

/// What a provider sent is no answer of its wire.
final class Unreadable extends RuntimeException {

    private static final long serialVersionUID = 1;

    /// @param why without what it sent: that may hold anything
    Unreadable(String why) {
        super(why);
    }
}

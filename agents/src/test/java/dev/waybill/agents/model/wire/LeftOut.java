package dev.waybill.agents.model.wire;

/// A recorded request that ours cannot equal, and why.
final class LeftOut extends RuntimeException {

    private static final long serialVersionUID = 1;

    LeftOut(String why) {
        super(why);
    }
}

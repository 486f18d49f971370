package dev.waybill.engine.node;

/// A replay came to a way out of this process, which is closed to it. Whatever a node type says of itself, its work is
/// refused there: a replay that reaches so far has met an effect that nobody declared.
public final class ReachedOutside extends RuntimeException {

    /// The code of a node that ends so: nothing was recorded that could stand for its effect.
    public static final String CODE = "replay_source_missing";

    private static final long serialVersionUID = 1;

    public ReachedOutside(String message) {
        super(message, null, false, false);
    }
}

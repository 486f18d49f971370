package dev.waybill.store.postgres;

/// How many statements of one kind a node has under way at once.
///
/// While one is under way, those who come next gather for a larger one. A second beside it spares them the wait
/// where processors are idle. Where none is, two small statements only cost more than a large one.
final class Lanes {

    private static final int MOST = 2;

    static final int WIDTH = width(Runtime.getRuntime().availableProcessors());

    private Lanes() {}

    /// Half of the processors decide and sign what the other half sends.
    static int width(int processors) {
        return Math.clamp(processors / 2, 1, MOST);
    }
}

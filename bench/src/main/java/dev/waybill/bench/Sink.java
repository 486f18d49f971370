package dev.waybill.bench;

import org.jspecify.annotations.Nullable;

/// Swallows results. A volatile write lets them escape, so the compiler has to make them; both sides of a
/// comparison pay it.
final class Sink {

    private static volatile @Nullable Object last;

    private Sink() {}

    static void swallow(Object result) {
        last = result;
    }

    /// The last result, which keeps the field from looking unused.
    static @Nullable Object last() {
        return last;
    }
}

package dev.waybill.testkit;

import java.time.Duration;
import java.util.function.Predicate;
import java.util.function.Supplier;

/// Waits for what happens sooner or later. How soon is nobody's promise: the limit, which a busy machine never comes
/// near, only keeps a test that waits in vain from waiting for ever.
public final class Until {

    private static final Duration FOR_EVER = Duration.ofMinutes(2);
    private static final Duration PAUSE = Duration.ofMillis(10);

    private Until() {}

    /// Looks at something.
    public interface Look<T, E extends Exception> {
        T look() throws E;
    }

    /// Something that is so or not.
    public interface Condition<E extends Exception> {
        boolean holds() throws E;
    }

    /// Looks again and again until what is seen is right, and gives that.
    public static <T, E extends Exception> T seen(Look<T, E> at, Predicate<? super T> isRight) throws E {
        long end = System.nanoTime() + FOR_EVER.toNanos();
        T seen = at.look();
        while (!isRight.test(seen)) {
            T wrong = seen;
            pause(end, () -> "what is awaited; it stayed like this: " + wrong);
            seen = at.look();
        }
        return seen;
    }

    /// @param what is awaited, in the words of a failure
    public static <E extends Exception> void holds(String what, Condition<E> condition) throws E {
        holds(() -> what, condition);
    }

    public static <E extends Exception> void holds(Supplier<String> what, Condition<E> condition) throws E {
        long end = System.nanoTime() + FOR_EVER.toNanos();
        while (!condition.holds()) {
            pause(end, what);
        }
    }

    private static void pause(long end, Supplier<String> what) {
        if (System.nanoTime() > end) {
            throw new AssertionError("never: " + what.get());
        }
        try {
            Thread.sleep(PAUSE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted before: " + what.get(), e);
        }
    }
}

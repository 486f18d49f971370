package dev.waybill.app.host;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/// What to do when the user or the system ends the process while a command is at work: leave everything in order, say
/// how to go on, and end with an exit code of ours.
public final class Farewell implements AutoCloseable {

    private final Thread hook;
    private volatile boolean begun;

    /// @param words leaves everything in order and says so
    public Farewell(ExitCode code, Runnable words) {
        this.hook = new Thread(() -> {
            begun = true;
            try {
                words.run();
            } finally {
                Runtime.getRuntime().halt(code.number());
            }
        });
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /// Looking on without changing anything.
    public interface Looking {
        void on() throws InterruptedException;
    }

    /// Looks on until there is no more to see, or until the user has seen enough, which is no failure.
    public static void during(Environment environment, Looking looking) throws Exception {
        try (Farewell farewell = new Farewell(ExitCode.YES, () -> {
            environment.out().println();
            environment.out().flush();
        })) {
            farewell.during(() -> {
                looking.on();
                return null;
            });
        }
    }

    /// Does the work. Once the end has begun, what becomes of it interests nobody: its store is closed under it.
    public <T extends @Nullable Object> T during(Callable<T> work) throws Exception {
        try {
            T result = work.call();
            waitForTheEnd();
            return result;
        } catch (Exception e) {
            waitForTheEnd();
            throw e;
        }
    }

    private void waitForTheEnd() throws InterruptedException {
        if (begun) {
            new CountDownLatch(1).await();
        }
    }

    @Override
    public void close() {
        try {
            boolean _ = Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException _) {
            // It is being run.
        }
    }
}

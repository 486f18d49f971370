package dev.waybill.runtime;

import dev.waybill.journal.RunId;
import dev.waybill.journal.store.StoreException;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;

/// Keeps one run's trouble from being another's: what goes wrong is told, and the run stays as the store has it.
final class Guarded {

    private final RunLoader loader;
    private final Executor threads;
    private final Trouble trouble;
    private final Queue<Runnable> stranded = new ConcurrentLinkedQueue<>();
    /// Whether the store failed since somebody asked: what was being written may be true, a child run among it.
    private final AtomicBoolean unsure = new AtomicBoolean();
    /// Runs that wait for a key, of which the operator knows.
    private final Set<RunId> keyless = ConcurrentHashMap.newKeySet();

    Guarded(RunLoader loader, Executor threads, Trouble trouble) {
        this.loader = loader;
        this.threads = threads;
        this.trouble = trouble;
    }

    void run(RunId run, Runnable work) {
        try {
            work.run();
            keyless.remove(run);
        } catch (OwnershipLost lost) {
            loader.forget(run);
        } catch (StoreException e) {
            loader.forget(run);
            unsure.set(true);
            trouble.storeFailed(run, e);
            // The run is still ours and nobody else will look after it: it is tried again with the next poll.
            stranded.add(() -> run(run, work));
        } catch (KeyLost e) {
            // The run is paused. An outcome that is known already is recorded when the key is back.
            loader.forget(run);
            stranded.add(() -> run(run, work));
            if (keyless.add(run)) {
                trouble.runFailed(run, e);
            }
        } catch (RuntimeException e) {
            loader.forget(run);
            trouble.runFailed(run, e);
        }
    }

    /// Tries again what the store did not let happen.
    void retryStranded() {
        for (int left = stranded.size(); left > 0; left--) {
            Runnable work = stranded.poll();
            if (work != null) {
                threads.execute(work);
            }
        }
    }

    /// Whether runs may be ours without our knowing; asking settles it.
    boolean wasUnsure() {
        return unsure.getAndSet(false);
    }
}

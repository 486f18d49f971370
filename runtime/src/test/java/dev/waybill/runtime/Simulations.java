package dev.waybill.runtime;

import dev.waybill.journal.store.RunStore;
import dev.waybill.simulator.ModelStore;
import dev.waybill.testkit.Seeds;
import java.security.Security;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Random;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import org.conscrypt.Conscrypt;

/// A campaign of simulations as a program of its own: `simulator/run`.
///
/// Seeds are handed out in order, and a world that was begun is judged. So a campaign that was interrupted has done
/// all seeds below the next one, and goes on from there.
final class Simulations {

    private static final Duration TOLD_EVERY = Duration.ofSeconds(10);
    /// No world takes so long, unless it goes round in circles.
    private static final Duration LONG = Duration.ofMinutes(1);

    private static final int MOST_FAILURES = 10;

    private final long first;
    private final long last;
    private final AtomicLong next;
    private final AtomicLong done = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();
    private final AtomicLong fingerprint = new AtomicLong();
    private final long began = System.nanoTime();
    private final List<Thread> workers = new ArrayList<>();
    /// Since when which seeds are played.
    private final NavigableMap<Long, Long> underWay = new ConcurrentSkipListMap<>();

    private volatile boolean interrupted;

    private Simulations(long first, long count) {
        this.first = first;
        this.next = new AtomicLong(first);
        this.last = first + count - 1;
    }

    /// One world, from its first moment to the judgement. Most are short, which finds more in the same time; some have
    /// room for what takes long.
    ///
    /// @return the same number for the same history
    static long play(Random random, RunStore store) {
        Simulation simulation = new Simulation(random, store);
        simulation.storm(random.nextInt(8) == 0 ? 100 + random.nextInt(400) : 40 + random.nextInt(80));
        simulation.calmDown();
        simulation.check();
        return simulation.fingerprint();
    }

    /// @param args how many seeds, the first of them, on how many threads
    public static void main(String... args) throws InterruptedException {
        long count = args.length > 0 ? Long.parseLong(args[0]) : 1_000_000;
        long first = args.length > 1 ? Long.parseLong(args[1]) : 1;
        int threads = args.length > 2 ? Integer.parseInt(args[2]) : 1;
        if (Conscrypt.isAvailable()) {
            Security.addProvider(Conscrypt.newProvider());
        }
        Simulations all = new Simulations(first, count);
        // Ctrl-C comes this way, too.
        Runtime.getRuntime().addShutdownHook(new Thread(all::end));
        all.begin(threads);
        all.follow();
        System.exit(all.failed.get() == 0 ? 0 : 1);
    }

    private void begin(int threads) {
        for (int i = 0; i < threads; i++) {
            workers.add(Thread.ofPlatform().name("simulations-" + i).start(this::work));
        }
    }

    private void follow() throws InterruptedException {
        for (Thread worker : workers) {
            while (!worker.join(TOLD_EVERY)) {
                say();
            }
        }
    }

    private void work() {
        while (!interrupted && failed.get() < MOST_FAILURES) {
            long seed = next.getAndIncrement();
            if (seed > last) {
                return;
            }
            underWay.put(seed, System.nanoTime());
            play(seed);
            underWay.remove(seed);
            done.incrementAndGet();
        }
    }

    private void play(long seed) {
        try {
            fingerprint.addAndGet(seed * play(Seeds.random(seed), new ModelStore()));
        } catch (RuntimeException | Error e) {
            failed.incrementAndGet();
            System.out.println("seed " + seed + " failed; repeat it with: simulator/run 1 " + seed);
            e.printStackTrace(System.out);
        }
    }

    /// Whatever was begun is judged first, so that nobody has to guess which seeds were done; but a world that does not
    /// end is not waited for.
    private void end() {
        interrupted = true;
        try {
            for (Thread worker : workers) {
                worker.join(LONG);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        say();
        long from = underWay.isEmpty() ? Math.min(next.get(), last + 1) : underWay.firstKey();
        System.out.println(
                from <= last
                        ? "go on with: simulator/run " + (last - from + 1) + " " + from
                        : "fingerprint of these histories: " + Long.toHexString(fingerprint.get()));
    }

    private void say() {
        long now = System.nanoTime();
        double seconds = Duration.ofNanos(now - began).toMillis() / 1_000.0;
        System.out.printf(
                "%d seeds from %d, %d failed, %.0f s, %.1f a second%n",
                done.get(), first, failed.get(), seconds, done.get() / seconds);
        underWay.forEach((seed, since) -> {
            if (now - since > LONG.toNanos()) {
                System.out.println("seed " + seed + " has not ended for "
                        + Duration.ofNanos(now - since).toSeconds() + " s");
            }
        });
    }
}

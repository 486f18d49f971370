package dev.waybill.runtime;

import dev.waybill.journal.store.RunStore;
import dev.waybill.simulator.ModelStore;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;

/// A campaign of simulations as a program of its own: `simulator/run`.
final class Simulations {

    private static final long TOLD_EVERY = 1_000;
    private static final int MOST_FAILURES = 10;

    private final long last;
    private final AtomicLong next;
    private final AtomicLong done = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();
    private final long began = System.nanoTime();

    private Simulations(long first, long count) {
        this.next = new AtomicLong(first);
        this.last = first + count - 1;
    }

    /// One world, from its first moment to the judgement. Most are short, which finds more in the same time; some have
    /// room for what takes long.
    static void play(Random random, RunStore store) {
        Simulation simulation = new Simulation(random, store);
        simulation.storm(random.nextInt(8) == 0 ? 100 + random.nextInt(400) : 40 + random.nextInt(80));
        simulation.calmDown();
        simulation.check();
    }

    /// @param args how many seeds, the first of them, on how many threads
    public static void main(String... args) throws InterruptedException {
        long count = args.length > 0 ? Long.parseLong(args[0]) : 1_000_000;
        long first = args.length > 1 ? Long.parseLong(args[1]) : 1;
        int threads = args.length > 2 ? Integer.parseInt(args[2]) : 1;
        Simulations all = new Simulations(first, count);
        Thread[] workers = new Thread[threads];
        for (int i = 0; i < threads; i++) {
            workers[i] = Thread.ofPlatform().name("simulations-" + i).start(all::work);
        }
        for (Thread worker : workers) {
            worker.join();
        }
        all.say();
        System.exit(all.failed.get() == 0 ? 0 : 1);
    }

    private void work() {
        for (long seed = next.getAndIncrement();
                seed <= last && failed.get() < MOST_FAILURES;
                seed = next.getAndIncrement()) {
            try {
                play(new Random(seed), new ModelStore());
            } catch (RuntimeException | AssertionError e) {
                failed.incrementAndGet();
                System.out.println(
                        "seed " + seed + " failed; repeat it with -Dtest=SimulationTest -Dwaybill.seed=" + seed);
                e.printStackTrace(System.out);
            }
            if (done.incrementAndGet() % TOLD_EVERY == 0) {
                say();
            }
        }
    }

    private void say() {
        double seconds = Duration.ofNanos(System.nanoTime() - began).toMillis() / 1_000.0;
        System.out.printf(
                "%d seeds, %d failed, %.0f s, %.1f a second%n",
                done.get(), failed.get(), seconds, done.get() / seconds);
    }
}

package dev.waybill.testkit;

import java.util.Random;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/// Property tests over seeded randomness: every failure prints the one number that repeats it.
public final class Seeds {

    private static final String OVERRIDE = "waybill.seed";

    /// How many times longer than usual: `-Dwaybill.campaign=100` turns the tests into a campaign.
    private static final int CAMPAIGN = Integer.getInteger("waybill.campaign", 1);

    private Seeds() {}

    /// Runs a property for many seeds, more of them in a campaign. `-Dwaybill.seed=N` runs the one that failed.
    public static void check(int runs, Consumer<Random> property) {
        String only = System.getProperty(OVERRIDE);
        if (only != null) {
            run(Long.parseLong(only), property);
            return;
        }
        for (long seed = 1; seed <= (long) runs * CAMPAIGN; seed++) {
            run(seed, property);
        }
    }

    /// The randomness of a seed. `Random` alone begins alike for seeds in a row: a choice among eight by its first
    /// number
    /// is the same choice for a thousand of them, and a property would see one case only.
    public static Random random(long seed) {
        return new Random(new SplittableRandom(seed).nextLong());
    }

    private static void run(long seed, Consumer<Random> property) {
        try {
            property.accept(random(seed));
        } catch (RuntimeException | AssertionError e) {
            throw new AssertionError("failed for seed " + seed + "; repeat with -D" + OVERRIDE + "=" + seed, e);
        }
    }
}

package dev.waybill.testkit;

import java.util.Random;
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

    private static void run(long seed, Consumer<Random> property) {
        try {
            property.accept(new Random(seed));
        } catch (RuntimeException | AssertionError e) {
            throw new AssertionError("failed for seed " + seed + "; repeat with -D" + OVERRIDE + "=" + seed, e);
        }
    }
}

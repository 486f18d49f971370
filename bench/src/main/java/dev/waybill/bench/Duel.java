package dev.waybill.bench;

import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/// A subject and its yardstick, measured in turns of a few milliseconds.
///
/// On a shared machine the speed changes from second to second, and two figures taken minutes apart
/// cannot be compared. Turns that lie side by side see the same machine, so each pair gives a ratio that
/// holds, and the median of these ratios is the answer. That is why this is no JMH: it measures one
/// benchmark after the other, each in a process of its own.
///
/// @param subject operations per second, median
/// @param yardstick operations per second, median
/// @param ratio the median of subject / yardstick over pairs of neighbouring turns
record Duel(double subject, double yardstick, double ratio) {

    private static final CompilationMXBean COMPILER = ManagementFactory.getCompilationMXBean();
    private static final int QUIET_WINDOWS = 5;
    private static final int NOTHING_MILLIS = 3;

    static Duel run(Effort effort, int threads, Work.Source subject, Work.Source yardstick) {
        return run(effort, threads, subject, threads, yardstick);
    }

    /// Each side with as many threads as it is meant for.
    static Duel run(Effort effort, int threads, Work.Source subject, int yardstickThreads, Work.Source yardstick) {
        try (var crew = new Crew(threads);
                var yardstickCrew = new Crew(yardstickThreads)) {
            Side left = new Side(crew, crew.staff(subject));
            Side right = new Side(yardstickCrew, yardstickCrew.staff(yardstick));
            warmUp(right, effort);
            warmUp(left, effort);
            return turns(left, right, effort);
        }
    }

    /// Runs until the compiler has had nothing to do for a while: then the code is as fast as it gets.
    private static void warmUp(Side side, Effort effort) {
        Duration window = effort.round().multipliedBy(5);
        long end = System.nanoTime() + effort.warmUp().toNanos();
        for (int quiet = 0; quiet < QUIET_WINDOWS && System.nanoTime() < end; quiet++) {
            long before = COMPILER.getTotalCompilationTime();
            side.rate(effort, window);
            if (COMPILER.getTotalCompilationTime() - before > NOTHING_MILLIS) {
                quiet = -1;
            }
        }
    }

    /// Who goes first changes with every round, so that a steady drift favours neither.
    private static Duel turns(Side subjects, Side yardsticks, Effort effort) {
        double[] subject = new double[effort.rounds()];
        double[] yardstick = new double[effort.rounds()];
        double[] ratio = new double[effort.rounds()];
        for (int i = 0; i < effort.rounds(); i++) {
            if (i % 2 == 0) {
                subject[i] = subjects.rate(effort, effort.round());
                yardstick[i] = yardsticks.rate(effort, effort.round());
            } else {
                yardstick[i] = yardsticks.rate(effort, effort.round());
                subject[i] = subjects.rate(effort, effort.round());
            }
            ratio[i] = subject[i] / yardstick[i];
        }
        return new Duel(median(subject), median(yardstick), median(ratio));
    }

    static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    /// Who works, and at what.
    private record Side(Crew crew, List<Work> staff) {
        double rate(Effort effort, Duration time) {
            return crew.rate(staff, effort.clock(), time);
        }
    }
}

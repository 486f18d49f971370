package dev.waybill.bench;

import dev.waybill.receipt.key.Ed25519;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/// Runs the benchmarks that are named, or all: `bench/run [--quick] [--cpu] [NAME…]`.
public final class Main {

    static final List<Benchmark> ALL = List.of(
            new IssueBenchmark(),
            new VerifyBenchmark(),
            new MerkleBenchmark(),
            new ProofBenchmark(),
            new JsonBenchmark(),
            new AuditBenchmark(),
            new StartBenchmark(),
            new StoreBenchmark(),
            new RunBenchmark(),
            new PostgresBenchmark(),
            new GuidedBenchmark(),
            new WaitingBenchmark(),
            new CancelBenchmark(),
            new NeighbourBenchmark(),
            new TenantsBenchmark(),
            new GuidedNeighboursBenchmark(),
            new FeedsBenchmark(),
            new RestBenchmark(),
            new ModelBenchmark(),
            new EvidenceBenchmark(),
            new LoopBenchmark(),
            new DashboardBenchmark());

    private Main() {}

    /// Exit codes as everywhere in Waybill: 0 all targets met, 1 some missed, 3 wrong usage.
    public static void main(String... args) throws Exception {
        List<String> names = new ArrayList<>(List.of(args));
        Effort chosenEffort = names.remove("--quick") ? Effort.QUICK : Effort.FULL;
        Effort effort = names.remove("--cpu") ? chosenEffort.onProcessorTime() : chosenEffort;
        List<String> known = ALL.stream().map(Benchmark::name).toList();
        for (String name : names) {
            if (!known.contains(name)) {
                System.err.println("bench: expected [--quick] [--cpu] and names of " + known + ", found " + name);
                System.exit(3);
            }
        }
        List<Benchmark> chosen = ALL.stream()
                .filter(benchmark -> names.isEmpty() || names.contains(benchmark.name()))
                .toList();
        System.exit(run(chosen, effort, System.out) == 0 ? 0 : 1);
    }

    /// @return how many figures missed their target
    static int run(List<Benchmark> benchmarks, Effort effort, PrintStream out) throws Exception {
        Providers.install();
        out.println("Java " + Runtime.version() + ", "
                + Runtime.getRuntime().availableProcessors() + " processors, Ed25519 by "
                + Ed25519.providerName() + ", "
                + (effort.clock() == Clock.WALL ? "time on the wall" : "time of the processors"));
        Table table = new Table(out);
        table.header();
        for (Benchmark benchmark : benchmarks) {
            table.question(benchmark);
            benchmark.run(effort, figure -> table.figure(benchmark, figure));
        }
        return table.missed();
    }
}

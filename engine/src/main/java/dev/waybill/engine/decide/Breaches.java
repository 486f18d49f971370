package dev.waybill.engine.decide;

import dev.waybill.base.json.JsonNumber;
import dev.waybill.journal.event.DataFact;
import dev.waybill.journal.event.RunError;

/// Bounds that a run passed, and how it fails because of them.
final class Breaches {

    static final String NODE_EXECUTIONS = "node-executions";
    static final String LOOP_ITERATIONS = "loop-iterations";
    static final String RUN_DURATION = "run-duration";

    private Breaches() {}

    static RunError error(DataFact.CapBreached breach) {
        return switch (breach.kind()) {
            case RUN_DURATION ->
                RunError.of("run_timeout", "the run took longer than its %d ms".formatted(breach.limit()))
                        .with("elapsedMs", JsonNumber.of(breach.observed()))
                        .with("limit", JsonNumber.of(breach.limit()));
            case LOOP_ITERATIONS -> counted("loop_limit_exceeded", breach, "iteration");
            default -> counted("recursion_limit_exceeded", breach, "execution");
        };
    }

    private static RunError counted(String code, DataFact.CapBreached breach, String what) {
        return RunError.of(
                        code,
                        "the run exceeded its limit of %d (%s): it reached %d"
                                .formatted(breach.limit(), breach.kind(), breach.observed()))
                .with("limit", JsonNumber.of(breach.limit()))
                .with("observed", JsonNumber.of(breach.observed()))
                .with(what, JsonNumber.of(breach.observed()));
    }
}

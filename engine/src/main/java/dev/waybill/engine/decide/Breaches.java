package dev.waybill.engine.decide;

import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.journal.event.DataFact;
import dev.waybill.journal.event.RunError;
import org.jspecify.annotations.Nullable;

/// Bounds that a run passed, and how it fails because of them.
public final class Breaches {

    static final String NODE_EXECUTIONS = "node-executions";
    static final String LOOP_ITERATIONS = "loop-iterations";
    static final String RUN_DURATION = "run-duration";

    /// Of a hand-over: how many stand one below the other, and how many runs one start leads to.
    public static final String DEPTH = "sub-workflow-depth";

    public static final String FAMILY = "family-size";

    private static final String SCOPE = "scope";

    private Breaches() {}

    /// A hand-over that would pass a bound of its family.
    ///
    /// @param scope [#DEPTH] or [#FAMILY]
    public static Refused refused(String scope, long limit, long observed, String message) {
        return new Refused(
                RefusalCode.RECURSION_LIMIT_EXCEEDED,
                message,
                JsonObject.builder()
                        .put(SCOPE, scope)
                        .put("limit", limit)
                        .put("observed", observed)
                        .build());
    }

    /// The bound that a refused hand-over would have passed; null when it was refused for something else.
    static DataFact.@Nullable CapBreached of(String nodeId, RunError error) {
        return error.code().equals(RefusalCode.RECURSION_LIMIT_EXCEEDED.wire())
                        && error.details().get("limit") instanceof JsonNumber limit
                        && error.details().get("observed") instanceof JsonNumber observed
                ? new DataFact.CapBreached(
                        NODE_EXECUTIONS,
                        limit.asInteger().orElse(0),
                        observed.asInteger().orElse(0),
                        nodeId,
                        error.details().string(SCOPE).orElse(null))
                : null;
    }

    static RunError error(DataFact.CapBreached breach) {
        return switch (breach.kind()) {
            case RUN_DURATION ->
                RunError.of("run_timeout", "the run took longer than its %d ms".formatted(breach.limit()))
                        .with("elapsedMs", JsonNumber.of(breach.observed()))
                        .with("limit", JsonNumber.of(breach.limit()));
            case LOOP_ITERATIONS -> counted("loop_limit_exceeded", breach, "iteration");
            default -> counted(RefusalCode.RECURSION_LIMIT_EXCEEDED.wire(), breach, "execution");
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

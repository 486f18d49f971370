package dev.waybill.engine.decide;

import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.node.NodeResult;
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

    private static final String SCOPE = NodeResult.SCOPE;
    private static final String CAP = NodeResult.CAP;

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
        if (error.details().string(CAP).isPresent()) {
            return reported(nodeId, error);
        }
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

    /// A bound that an activity says it has come to.
    private static DataFact.@Nullable CapBreached reported(String nodeId, RunError error) {
        return error.details().get("limit") instanceof JsonNumber limit
                        && error.details().get("observed") instanceof JsonNumber observed
                ? new DataFact.CapBreached(
                        error.details().string(CAP).orElseThrow(),
                        limit,
                        observed,
                        nodeId,
                        error.details().string(SCOPE).orElse("node"))
                : null;
    }

    static RunError error(DataFact.CapBreached breach) {
        return switch (breach.kind()) {
            case RUN_DURATION ->
                RunError.of("run_timeout", "the run took longer than its %s ms".formatted(breach.limit()))
                        .with("elapsedMs", breach.observed())
                        .with("limit", breach.limit());
            case LOOP_ITERATIONS -> counted("loop_limit_exceeded", breach, "iteration");
            default -> counted(RefusalCode.RECURSION_LIMIT_EXCEEDED.wire(), breach, "execution");
        };
    }

    private static RunError counted(String code, DataFact.CapBreached breach, String what) {
        return RunError.of(
                        code,
                        "the run exceeded its limit of %s (%s): it reached %s"
                                .formatted(breach.limit(), breach.kind(), breach.observed()))
                .with("limit", breach.limit())
                .with("observed", breach.observed())
                .with(what, breach.observed());
    }
}

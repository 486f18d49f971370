package dev.waybill.agents.packjs;

import dev.waybill.agents.pack.Pack;
import dev.waybill.agents.pack.PackNode;
import dev.waybill.base.Digest;
import dev.waybill.base.json.Jcs;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.node.Activity;
import dev.waybill.engine.node.ActivityCall;
import dev.waybill.engine.node.ActivityKind;
import dev.waybill.engine.node.NodeManifest;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.engine.node.Rerun;
import dev.waybill.journal.event.RunError;
import dev.waybill.runtime.egress.Seam;
import dev.waybill.workflow.expression.ExpressionException;
import dev.waybill.workflow.expression.StepBudget;
import dev.waybill.workflow.schema.InvalidSchema;
import dev.waybill.workflow.schema.JsonSchema;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A node type whose work is a function in a pack's JavaScript. Its outcome is recorded like that of any activity; one
/// that its manifest calls pure is run again when a run is replayed.
///
/// @param functions what one execution may ask for
record JsNode(Pack pack, PackNode node, JsSandbox sandbox, Function<ActivityCall, HostFunctions> functions)
        implements Activity, Rerun {

    private static final Duration TO_COMPUTE = Duration.ofSeconds(10);
    private static final Duration TO_ASK = Duration.ofMinutes(2);
    private static final Pattern CODE = Pattern.compile("[A-Za-z][A-Za-z0-9_.-]{0,63}");
    private static final String FAILED = "pack_code_failed";

    @Override
    public String typeId() {
        return node.typeId();
    }

    @Override
    public NodeManifest manifest() {
        return new NodeManifest(node.description(), node.config(), node.inputs(), node.outputs(), List.of(), null);
    }

    @Override
    public ActivityKind kind() {
        return ActivityKind.PROCESS;
    }

    /// Code that reaches nothing can do no harm twice, whatever its manifest calls it.
    @Override
    public boolean isRepeatable() {
        return node.pure() || Grant.of(pack).isEmpty();
    }

    @Override
    public Optional<JsonObject> again(ActivityCall call) throws InterruptedException {
        return node.pure() && execute(call) instanceof NodeResult.Done done
                ? Optional.of(done.outputs())
                : Optional.empty();
    }

    @Override
    public NodeResult execute(ActivityCall call) throws InterruptedException {
        if (!node.pure()) {
            Seam.PROGRAM.pass();
        }
        JsonObject said = sandbox.run(pack, message(call), patience(call), call, functions.apply(call));
        return said.string("type").orElse("").equals("done") ? result(said.get("result")) : failed(said);
    }

    /// A pure node knows its configuration, its inputs and the run's time, and nothing that is another in a replay.
    private JsonObject message(ActivityCall call) {
        JsonObject.Builder ctx = JsonObject.builder()
                .put("config", call.node().config())
                .put("inputs", call.node().inputs())
                .put("nodeId", call.node().node().id());
        if (!node.pure()) {
            ctx.put("invocationId", call.invocationId())
                    .put("attempt", call.node().attempt());
        }
        return JsonObject.builder()
                .put("type", "call")
                .put("node", typeId())
                .put("pure", node.pure())
                .put("now", call.node().at().toEpochMilli())
                .put("seed", seed(call))
                .put(
                        "grants",
                        JsonArray.ofStrings(
                                Grant.of(pack).stream().map(Grant::function).toList()))
                .put("ctx", ctx.build())
                .build();
    }

    private static long seed(ActivityCall call) {
        JsonObject all = JsonObject.of("config", call.node().config())
                .with("inputs", call.node().inputs());
        return Long.parseLong(Digest.of(Jcs.canonicalBytes(all)).hex().substring(0, 8), 16);
    }

    private Duration patience(ActivityCall call) {
        Duration usual = Grant.of(pack).isEmpty() ? TO_COMPUTE : TO_ASK;
        return call.deadline()
                .map(deadline -> Duration.between(Instant.now(), deadline))
                .orElse(usual);
    }

    /// `{"status": "success", "outputs": {…}}`, or `{"status": "error", "error": {"code", "message"}}`.
    private NodeResult result(@Nullable JsonValue value) {
        if (!(value instanceof JsonObject object)) {
            return invalid(
                    "expected an object with status and outputs, found " + (value == null ? "nothing" : value.kind()));
        }
        return switch (object.string("status").orElse("success")) {
            case "success", "completed" -> outputs(object.object("outputs").orElse(JsonObject.EMPTY));
            case "error", "fail", "failed" -> failed(object.object("error").orElse(object));
            default -> invalid("expected the status success or error, found " + object.get("status"));
        };
    }

    private NodeResult outputs(JsonObject outputs) {
        try {
            return JsonSchema.compile(node.outputs()).validate(outputs, StepBudget.usual()).stream()
                    .findFirst()
                    .map(wrong -> invalid(
                            "its outputs do not fit its own schema: %s %s".formatted(wrong.pointer(), wrong.message())))
                    .orElseGet(() -> NodeResult.done(outputs));
        } catch (InvalidSchema | ExpressionException e) {
            return invalid("its outputs cannot be judged: " + e.getMessage());
        }
    }

    private NodeResult invalid(String why) {
        return new NodeResult.Failed(named(RunError.of("pack_output_invalid", why)));
    }

    private NodeResult failed(JsonObject error) {
        String code =
                error.string("code").filter(it -> CODE.matcher(it).matches()).orElse(FAILED);
        String message = error.string("message").orElse("the code gave no reason");
        RunError failure = error.get("retryable") == JsonBool.TRUE
                ? RunError.retryable(code, message)
                : RunError.of(code, message);
        RunError named = named(failure);
        if (error.get("file") instanceof JsonString file && error.get("line") instanceof JsonNumber line) {
            named = named.with("file", file).with("line", line);
        }
        return new NodeResult.Failed(named);
    }

    private RunError named(RunError error) {
        return error.with("pack", pack.name() + "@" + pack.version());
    }
}

package dev.waybill.engine.flow;

import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.node.NodeCall;
import dev.waybill.engine.node.NodeManifest;
import dev.waybill.engine.node.NodeType;
import dev.waybill.engine.node.TimedNode;
import dev.waybill.workflow.WorkflowNode;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// `core.flow.wait`: until some time has passed, until a moment, or until somebody calls back.
record WaitNode() implements TimedNode {

    static final String TYPE = "core.flow.wait";
    private static final Duration LONGEST = Duration.ofDays(36_500);

    @Override
    public String typeId() {
        return TYPE;
    }

    @Override
    public NodeManifest manifest() {
        return Sheets.of("wait", TYPE);
    }

    @Override
    public NodeType as(WorkflowNode node) {
        return mode(node.config()).equals("webhook") ? new CallbackGate() : this;
    }

    @Override
    public List<String> check(WorkflowNode node) {
        JsonObject config = node.config();
        return switch (mode(config)) {
            case "duration" ->
                config.has("seconds") ? List.of() : List.of("config.seconds is missing: how long to wait");
            case "until" ->
                moment(config).isPresent()
                        ? List.of()
                        : List.of("config.timestamp is a moment such as 2027-01-31T09:00:00Z");
            default -> List.of();
        };
    }

    @Override
    public OptionalLong delayMs(NodeCall call) {
        JsonObject config = call.config();
        if (mode(config).equals("until")) {
            return moment(config)
                    .map(until -> Duration.between(call.at(), until))
                    .map(wait -> wait.isNegative() ? Duration.ZERO : wait)
                    .filter(wait -> wait.compareTo(LONGEST) <= 0)
                    .map(wait -> OptionalLong.of(wait.toMillis()))
                    .orElse(OptionalLong.empty());
        }
        return config.get("seconds") instanceof JsonNumber seconds
                        && seconds.asInteger().isPresent()
                ? OptionalLong.of(
                        Duration.ofSeconds(seconds.asInteger().getAsLong()).toMillis())
                : OptionalLong.empty();
    }

    @Override
    public String expected() {
        return "config.seconds, or a moment of the next hundred years in config.timestamp";
    }

    private static String mode(JsonObject config) {
        return config.string("mode").orElse("");
    }

    private static Optional<Instant> moment(JsonObject config) {
        try {
            return config.string("timestamp")
                    .map(text -> OffsetDateTime.parse(text).toInstant());
        } catch (DateTimeException _) {
            return Optional.empty();
        }
    }

    @Override
    public JsonObject outputs(NodeCall call, long delayMs) {
        return JsonObject.EMPTY.with("resumed", JsonBool.TRUE);
    }
}

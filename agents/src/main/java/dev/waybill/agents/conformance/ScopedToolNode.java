package dev.waybill.agents.conformance;

import dev.waybill.agents.http.CodeFetch;
import dev.waybill.agents.tool.ToolAnswer;
import dev.waybill.agents.tool.ToolCall;
import dev.waybill.agents.tool.ToolDescriptor;
import dev.waybill.agents.tool.ToolDesk;
import dev.waybill.agents.tool.ToolGuard;
import dev.waybill.agents.tool.ToolRate;
import dev.waybill.agents.tool.ToolRecord;
import dev.waybill.agents.tool.ToolSource;
import dev.waybill.agents.tool.ToolSurface;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.node.Activity;
import dev.waybill.engine.node.ActivityCall;
import dev.waybill.engine.node.NodeManifest;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.journal.event.AgentFact.ToolTransport;
import dev.waybill.journal.event.RunError;
import dev.waybill.runtime.egress.Egress;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// `core.conformance.scoped-tool`: calls one tool through the desk that all tools are called through, so that a test
/// can see at its own receiver whether the tool was reached. OpenWOP reserves the type, and two scopes: one that nobody
/// is granted, and one that nobody can judge.
public final class ScopedToolNode implements Activity {

    public static final String TYPE = "core.conformance.scoped-tool";

    static final String NEVER_GRANTED = "conformance:never-granted";
    static final String UNEVALUABLE = "conformance:unevaluable";

    private static final String USUAL_TOOL = "conformance.scope-probe";
    private static final String CALL = "probe";
    private static final String SCOPE = "conformance:";

    private static final ToolGuard RESERVED = call -> {
        if (call.tool().scopes().contains(UNEVALUABLE)) {
            throw new IllegalStateException("nobody can judge this scope");
        }
        return !call.tool().scopes().contains(NEVER_GRANTED);
    };

    private final ToolDesk desk;
    private final CodeFetch fetch;

    public ScopedToolNode(ToolDesk desk, Egress egress) {
        this.desk = desk.behind(RESERVED);
        this.fetch = new CodeFetch(egress);
    }

    @Override
    public String typeId() {
        return TYPE;
    }

    @Override
    public NodeManifest manifest() {
        return NodeManifest.of("""
                {
                  "description": "Calls one tool, which posts to an address. For tests of what happens to calls without the right to them.",
                  "config": {
                    "properties": {
                      "toolName": {"type": "string", "minLength": 1, "description": "What the tool is called on the record, conformance.scope-probe unless you say otherwise."},
                      "requiredScopes": {"type": "array", "items": {"type": "string"}, "description": "What a caller needs; see agents.tools."},
                      "principal": {"type": "string", "minLength": 1, "description": "On whose behalf, as the record says."},
                      "simulateRateLimitExhausted": {"type": "boolean", "description": "As if it had been called too often."},
                      "simulateToolError": {"type": "boolean", "description": "As if it failed at its work."}
                    },
                    "additionalProperties": false
                  },
                  "inputs": {
                    "properties": {
                      "requiredScope": {"type": "string", "description": "One more scope; none when it is empty."},
                      "url": {"type": "string", "description": "Where the tool posts to; without it the tool reaches nobody."},
                      "args": {"type": "object", "description": "What it is given."}
                    }
                  },
                  "outputs": {
                    "properties": {
                      "called": {"type": "boolean"},
                      "status": {"type": "integer", "description": "What the address answered with."}
                    }
                  },
                  "example": {
                    "id": "scope-probe", "name": "Scope probe", "version": "1.0.0",
                    "nodes": [{"id": "probe", "typeId": "core.conformance.scoped-tool"}]
                  }
                }""");
    }

    @Override
    public NodeResult execute(ActivityCall call) throws InterruptedException {
        JsonObject config = call.node().config();
        String name = config.string("toolName").orElse(USUAL_TOOL);
        List<String> scopes = scopes(call);
        ToolDescriptor tool = new ToolDescriptor(
                SCOPE + name,
                "Tells a receiver that it was called.",
                JsonObject.of("type", "object"),
                scopes,
                ToolTransport.NATIVE,
                ToolDescriptor.Tier.WRITE);
        JsonObject args = call.node().inputs().object("args").orElse(JsonObject.EMPTY);
        ToolDesk at = config.get("simulateRateLimitExhausted") == JsonBool.TRUE
                ? desk.at(new ToolRate(0, InstantSource.system()))
                : desk;
        ToolDesk.Outcome outcome = at.call(ToolSurface.only(tool, new Probe()), tool.id(), CALL, args, call);
        if (!(outcome instanceof ToolDesk.Handled handled) || handled.record() == null) {
            throw new IllegalStateException("the probe is on its own surface and leaves nothing to others");
        }
        ToolRecord record = Objects.requireNonNull(handled.record()).called(name);
        ToolRecord told = record.withoutContent();
        config.string("principal").ifPresentOrElse(who -> told.tellCall(call, who), () -> told.tellCall(call));
        told.tellReturn(call, null);
        return switch (record.status()) {
            case OK ->
                NodeResult.done(
                        Objects.requireNonNull(record.outcome()).asObject().orElse(JsonObject.EMPTY));
            case FORBIDDEN -> new NodeResult.Failed(forbidden(record, scopes));
            case RATE_LIMITED, ERROR -> new NodeResult.Failed(Objects.requireNonNull(record.error()));
        };
    }

    private static List<String> scopes(ActivityCall call) {
        List<String> scopes = new ArrayList<>();
        call.node()
                .config()
                .array("requiredScopes")
                .orElse(JsonArray.EMPTY)
                .forEach(scope -> scope.asString().ifPresent(scopes::add));
        call.node()
                .inputs()
                .string("requiredScope")
                .filter(scope -> !scope.isEmpty())
                .ifPresent(scopes::add);
        return scopes;
    }

    private static RunError forbidden(ToolRecord record, List<String> scopes) {
        return Objects.requireNonNull(record.error())
                .with("scope", "tool")
                .with("toolName", record.toolName())
                .with("requiredScopes", JsonArray.ofStrings(scopes));
    }

    /// Where the tool comes from.
    private final class Probe implements ToolSource {

        @Override
        public String name() {
            return "conformance";
        }

        @Override
        public List<ToolDescriptor> tools() {
            return List.of();
        }

        @Override
        public ToolAnswer call(ToolCall call) throws IOException, InterruptedException {
            JsonObject config = call.within().node().config();
            if (config.get("simulateToolError") == JsonBool.TRUE) {
                return ToolAnswer.failed("tool_failed", "the probe was told to fail");
            }
            String url = call.within().node().inputs().string("url").orElse("");
            JsonValue said = url.isEmpty()
                    ? JsonObject.EMPTY
                    : JsonObject.EMPTY.withIfPresent(
                            "status",
                            fetch.fetch(JsonObject.of("url", url).with("method", "POST"), call.within())
                                    .get("status"));
            return new ToolAnswer.Given(said.asObject().orElse(JsonObject.EMPTY).with("called", true));
        }
    }
}

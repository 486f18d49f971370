package dev.waybill.agents.http;

import dev.waybill.agents.sheet.Sheet;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.node.Activity;
import dev.waybill.engine.node.ActivityCall;
import dev.waybill.engine.node.ActivityKind;
import dev.waybill.engine.node.NodeManifest;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.runtime.egress.EgressRefused;
import dev.waybill.workflow.PortValue;
import dev.waybill.workflow.RetryPolicy;
import dev.waybill.workflow.WorkflowNode;
import java.util.ArrayList;
import java.util.List;

/// A node type that sends requests to an address of the workflow's. One attempt is one request: whether there is
/// another one is the engine's to decide, which records it.
///
/// @param name the last word of the type's id, and its manifest's name
/// @param secrets that headers may name
record HttpNode(String name, NamedSecrets secrets, Work work) implements Activity {

    private static final int USUAL_ATTEMPTS = 3;
    private static final long USUAL_DELAY = 500;
    private static final long USUAL_MOST = 8_000;

    /// What is sent, and what becomes of the answer.
    interface Work {
        NodeResult done(ActivityCall call) throws Sending.Lost, EgressRefused, BadRequest, InterruptedException;
    }

    /// What a workflow wants sent cannot be.
    static final class BadRequest extends Exception {
        private static final long serialVersionUID = 1;

        BadRequest(String why) {
            super(why);
        }
    }

    @Override
    public String typeId() {
        return "core.openwop.http." + name;
    }

    @Override
    public NodeManifest manifest() {
        return Sheet.of(HttpNode.class, name);
    }

    @Override
    public ActivityKind kind() {
        return ActivityKind.HTTP;
    }

    /// Secrets stand in headers, which are in the configuration or come in by a port.
    @Override
    public List<String> lacking(WorkflowNode node, JsonObject configurable) {
        List<String> lacking = new ArrayList<>();
        node.config()
                .object("headers")
                .ifPresent(headers -> headers.members().values().forEach(text -> secrets.lack(text, lacking)));
        node.inputs().values().forEach(input -> {
            if (input instanceof PortValue.Static(var value)) {
                secrets.lack(value, lacking);
            }
        });
        return lacking;
    }

    /// As the ecosystem's `config.retry` says; the node's own settings win where they ask for retries.
    @Override
    public RetryPolicy retry(WorkflowNode node) {
        return policy(node);
    }

    static RetryPolicy policy(WorkflowNode node) {
        RetryPolicy settings = node.settings().retry();
        JsonObject said = node.config().object("retry").orElse(null);
        if (said == null && settings.maxRetries() > 0) {
            return settings;
        }
        JsonObject given = said == null ? JsonObject.EMPTY : said;
        return new RetryPolicy(
                attempts(node) - 1,
                number(given, "initialDelayMs", USUAL_DELAY),
                2,
                number(given, "maxDelayMs", USUAL_MOST));
    }

    private static int attempts(WorkflowNode node) {
        return (int) number(node.config().object("retry").orElse(JsonObject.EMPTY), "maxAttempts", USUAL_ATTEMPTS);
    }

    static long number(JsonObject config, String name, long otherwise) {
        return config.get(name) instanceof JsonNumber number
                ? number.asInteger().orElse(otherwise)
                : otherwise;
    }

    @Override
    public NodeResult execute(ActivityCall call) throws InterruptedException {
        try {
            return work.done(call);
        } catch (EgressRefused refused) {
            return NodeResult.refused(EgressRefused.CODE, String.valueOf(refused.getMessage()));
        } catch (BadRequest bad) {
            return NodeResult.failed("INVALID_URL", String.valueOf(bad.getMessage()));
        } catch (Sending.Lost lost) {
            return lost.code().equals("http_answer_too_large") || lost.code().equals("http_bad_header")
                    ? NodeResult.failed(lost.code(), String.valueOf(lost.getMessage()))
                    : NodeResult.retryable(lost.code(), String.valueOf(lost.getMessage()));
        }
    }
}

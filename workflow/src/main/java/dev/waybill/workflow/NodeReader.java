package dev.waybill.workflow;

import dev.waybill.base.Words;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads one node. An id and a type make one; everything else has a default.
record NodeReader(Names names, int retriesOfWorkflow) {

    private static final List<String> MEMBERS =
            Words.of("id typeId name position config inputs credentialsRef settings outputRole disabled "
                    + "notes groupId agent envelopeContract artifactType cardType outputSensitivity");

    @Nullable
    WorkflowNode read(Members node) {
        node.expectOnly(MEMBERS);
        String id = node.text("id");
        declare(node, id);
        String typeId = node.text("typeId", Integer.MAX_VALUE, Grammar.TYPE_ID);
        String name = node.has("name") ? node.text("name") : id;
        if (node.has("position")) {
            PresentationReader.numbers(node, "position", "x", "y");
        }
        JsonObject config = node.optionalObject("config");
        declareWritten(config);
        Map<String, PortValue> inputs = inputs(node);
        node.optionalText("notes");
        node.optionalText("groupId");
        node.optionalText("cardType");
        node.optionalObject("envelopeContract");
        boolean disabled = node.flag("disabled", false);
        AgentRef agent = node.has("agent") ? AgentReader.read(node) : null;
        OutputRole role = outputRole(node);
        String artifactType = node.optionalText("artifactType");
        String credentials = node.optionalText("credentialsRef");
        Set<String> sensitive = sensitiveOutputs(node);
        NodeSettings settings = settings(node);
        return node.isSound()
                ? new WorkflowNode(
                        id,
                        typeId,
                        name,
                        config,
                        inputs,
                        disabled,
                        agent,
                        role,
                        artifactType,
                        credentials,
                        sensitive,
                        settings)
                : null;
    }

    private void declare(Members node, String id) {
        if (!id.isEmpty() && !names.declare(Names.Kind.NODE, id)) {
            node.findings()
                    .error(
                            node.pointer("id"),
                            DefinitionCode.DUPLICATE_ID,
                            "another node is called \"%s\"".formatted(Members.shown(id)),
                            "give each node its own id");
        }
    }

    /// A mapping or a channel write brings names into being that no section declares.
    private void declareWritten(JsonObject config) {
        config.string("channelName").ifPresent(channel -> names.declare(Names.Kind.CHANNEL, channel));
        config.object("outputMapping")
                .ifPresent(mapping -> mapping.names().forEach(name -> names.declare(Names.Kind.VARIABLE, name)));
    }

    private Map<String, PortValue> inputs(Members node) {
        Map<String, PortValue> inputs = new LinkedHashMap<>();
        JsonObject ports = node.optionalObject("inputs");
        Members members = node.below("inputs", ports);
        var reader = new PortReader(names);
        for (var port : ports.members().entrySet()) {
            PortValue value = reader.read(members, port.getKey(), port.getValue());
            if (value != null) {
                inputs.put(port.getKey(), value);
            }
        }
        return inputs;
    }

    private static @Nullable OutputRole outputRole(Members node) {
        OutputRole role = node.word("outputRole", List.of(OutputRole.values()), OutputRole::wire, OutputRole.PRIMARY);
        return node.has("outputRole") ? role : null;
    }

    private static Set<String> sensitiveOutputs(Members node) {
        Set<String> sensitive = new LinkedHashSet<>();
        Members ports = node.below("outputSensitivity", node.optionalObject("outputSensitivity"));
        for (var port : ports.object().members().entrySet()) {
            if (ports.flag(port.getKey(), false) && port.getValue() == JsonBool.TRUE) {
                sensitive.add(port.getKey());
            }
        }
        return sensitive;
    }

    private NodeSettings settings(Members node) {
        Members settings = node.below("settings", node.optionalObject("settings"));
        OptionalLong timeout = settings.integer("timeout", 0, JsonNumber.MAX_SAFE_INTEGER);
        RetryPolicy usual = RetryPolicy.NONE;
        int retries = (int) settings.integer("maxRetries", 0, Integer.MAX_VALUE).orElse(retriesOfWorkflow);
        long first =
                settings.integer("retryDelayMs", 0, JsonNumber.MAX_SAFE_INTEGER).orElse(usual.firstDelayMs());
        long longest = settings.integer("retryMaxDelayMs", 0, JsonNumber.MAX_SAFE_INTEGER)
                .orElse(usual.longestDelayMs());
        return new NodeSettings(
                withoutZero(timeout), new RetryPolicy(retries, first, factor(settings), longest), settings.taskState());
    }

    private static double factor(Members settings) {
        JsonValue value = settings.object().get("retryBackoff");
        if (value == null) {
            return RetryPolicy.NONE.factor();
        }
        if (value instanceof JsonNumber number && number.doubleValue() >= 1 && number.doubleValue() <= 1_000) {
            return number.doubleValue();
        }
        settings.findings()
                .error(
                        settings.pointer("retryBackoff"),
                        DefinitionCode.OUT_OF_RANGE,
                        "expected a number from 1 to 1000, found " + Members.shown(value.toString()),
                        "1 keeps the delay constant, 2 doubles it each time");
        return RetryPolicy.NONE.factor();
    }

    /// 0 means "without limit", as the fixtures of other hosts write it.
    static OptionalLong withoutZero(OptionalLong timeout) {
        return timeout.isPresent() && timeout.getAsLong() == 0 ? OptionalLong.empty() : timeout;
    }
}

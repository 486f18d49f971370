package dev.waybill.runtime;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.decide.Limits;
import dev.waybill.engine.decide.RefusalCode;
import dev.waybill.engine.decide.Refused;
import dev.waybill.engine.node.DefinitionCheck;
import dev.waybill.engine.node.MockProvider;
import dev.waybill.engine.node.ModelOptions;
import dev.waybill.engine.node.NodeTypes;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.ForkMode;
import dev.waybill.journal.Origin;
import dev.waybill.workflow.Findings;
import dev.waybill.workflow.WorkflowDefinition;
import dev.waybill.workflow.WorkflowVariable;
import dev.waybill.workflow.expression.StepBudget;
import dev.waybill.workflow.schema.JsonSchema;
import dev.waybill.workflow.schema.Violation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Whether a run can start: everything that can be known before is said before, all at once.
final class Admission {

    private static final List<String> BOUNDS =
            List.of(Limits.RECURSION_LIMIT, Limits.RUN_TIMEOUT, Limits.LOOP_ITERATIONS);

    private static final List<String> OVERLAID =
            List.of("variables", "inputs", "configurable", Origin.Fork.TAGS, Origin.Fork.METADATA);

    private final NodeTypes types;
    private final Capabilities capabilities;

    Admission(NodeTypes types) {
        this.types = types;
        this.capabilities = new Capabilities(types);
    }

    /// @param source where the definitions are that this one hands over to
    /// @throws Refused with everything that is wrong
    void check(WorkflowDefinition definition, JsonObject inputs, JsonObject configurable, DefinitionSource source) {
        capabilities.requireTypes(definition);
        check(new HostCheck(source, types).check(definition), definition, inputs, configurable);
        capabilities.requireAll(definition, configurable);
    }

    /// For a definition that was found sound with everything around it when its parent started; this host may have
    /// been given something else.
    ///
    /// @throws Refused with everything that is wrong
    void checkChild(WorkflowDefinition definition, JsonObject inputs) {
        capabilities.requireTypes(definition);
        capabilities.requireAll(definition, JsonObject.EMPTY);
        check(DefinitionCheck.of(definition, types), definition, inputs, JsonObject.EMPTY);
    }

    /// The steps of a guided run need no node types; its agent does them, and goes back by itself.
    ///
    /// @throws Refused with everything that is wrong
    void checkFork(RunState source, ForkMode mode, JsonObject overlay) {
        if (!source.isGuided()) {
            WorkflowDefinition definition = source.workflow().definition();
            capabilities.requireTypes(definition);
            checkOverlay(definition, overlay);
            checkConfigurable(definition, source.data().configurable(), overlay);
        } else if (!mode.repeats()) {
            throw new Refused(
                    RefusalCode.VALIDATION_ERROR,
                    source.header().runId() + " is a guided run, which its agent branches: workflow_advance with the"
                            + " stateToken and ackToken of an earlier step goes back to that step");
        }
    }

    private void check(Findings findings, WorkflowDefinition definition, JsonObject inputs, JsonObject configurable) {
        List<String> wrong = new ArrayList<>();
        findings.errors().forEach(error -> wrong.add(error.message() + "; " + error.hint()));
        definition.variables().forEach(variable -> checkVariable(variable, inputs, wrong));
        checkConfigurable(definition, configurable, wrong);
        refuse(wrong);
    }

    /// What its nodes say that their types do not allow here.
    List<String> problems(WorkflowDefinition definition) {
        return DefinitionCheck.of(definition, types).errors().stream()
                .map(error -> error.message() + "; " + error.hint())
                .toList();
    }

    /// What a fork changes is of the declared types, like what a run is started with.
    ///
    /// @throws Refused with everything that is wrong
    void checkOverlay(WorkflowDefinition definition, JsonObject overlay) {
        JsonObject values = overlay.object("variables").orElse(JsonObject.EMPTY);
        List<String> wrong = new ArrayList<>();
        overlay.members().forEach((name, value) -> {
            if (!OVERLAID.contains(name)) {
                wrong.add("the overlay has no \"%s\"; it takes %s".formatted(name, OVERLAID));
            } else if (!(name.equals(Origin.Fork.TAGS) ? value instanceof JsonArray : value instanceof JsonObject)) {
                wrong.add("the overlay's \"%s\": found %s".formatted(name, withArticle(value.kind())));
            }
        });
        for (WorkflowVariable variable : definition.variables()) {
            if (values.has(variable.name())) {
                checkVariable(variable, values, wrong);
            }
        }
        refuse(wrong);
    }

    /// What a fork sets is judged together with what its source was started with.
    private void checkConfigurable(WorkflowDefinition definition, JsonObject started, JsonObject overlay) {
        JsonObject changes = overlay.object("configurable").orElse(JsonObject.EMPTY);
        if (!changes.isEmpty()) {
            Map<String, JsonValue> merged = new LinkedHashMap<>(started.members());
            merged.putAll(changes.members());
            List<String> wrong = new ArrayList<>();
            checkConfigurable(definition, new JsonObject(merged), wrong);
            refuse(wrong);
        }
    }

    private static void refuse(List<String> wrong) {
        if (!wrong.isEmpty()) {
            throw new Refused(
                    RefusalCode.VALIDATION_ERROR,
                    String.join("; ", wrong),
                    JsonObject.EMPTY.with("errors", JsonArray.ofStrings(wrong)));
        }
    }

    private static void checkVariable(WorkflowVariable variable, JsonObject inputs, List<String> wrong) {
        JsonValue value = inputs.get(variable.name());
        if (value == null || value == JsonNull.NULL) {
            if (variable.required() && variable.defaultValue().isEmpty()) {
                wrong.add("input \"%s\" is missing; it is %s"
                        .formatted(variable.name(), withArticle(variable.type().wire())));
            }
        } else if (!variable.type().accepts(value)) {
            wrong.add("input \"%s\": expected %s, found %s"
                    .formatted(variable.name(), withArticle(variable.type().wire()), withArticle(value.kind())));
        }
    }

    private static String withArticle(String type) {
        return ("aeiou".indexOf(type.charAt(0)) < 0 ? "a " : "an ") + type;
    }

    private void checkConfigurable(WorkflowDefinition definition, JsonObject configurable, List<String> wrong) {
        for (String bound : BOUNDS) {
            JsonValue value = configurable.get(bound);
            if (value != null
                    && !(value instanceof JsonNumber number
                            && number.asInteger().orElse(0) >= 1)) {
                wrong.add("configurable." + bound + ": expected a whole number from 1, found " + value);
            }
        }
        checkMock(configurable);
        checkCredential(configurable);
        if (!configurable.isEmpty()) {
            wrong.addAll(ModelOptions.problems(configurable));
            types.all().stream()
                    .flatMap(type -> type.checkOptions(configurable).stream())
                    .distinct()
                    .forEach(wrong::add);
        }
        checkRange(configurable, "escalationThreshold", 1, wrong);
        checkRange(configurable, "temperature", 2, wrong);
        definition.configurableSchema().ifPresent(schema -> {
            for (Violation violation : JsonSchema.compile(schema).validate(configurable, StepBudget.usual())) {
                wrong.add("configurable" + violation.pointer() + ": " + violation.message());
            }
        });
    }

    /// The mock that is asked for has a program of its own, or is one that this host knows by name.
    private void checkMock(JsonObject configurable) {
        if (configurable.has(MockProvider.OPTION) && !types.isForConformance()) {
            throw new Refused(
                    RefusalCode.MOCK_PROVIDER_FORBIDDEN,
                    "configurable.mockProvider is for test suites: this host asks the models that it is configured with");
        }
        String id = configurable
                .object(MockProvider.OPTION)
                .flatMap(mock -> mock.string("id"))
                .orElse(null);
        if (id != null && MockProvider.called(id).isEmpty()) {
            throw new Refused(
                    RefusalCode.UNSUPPORTED_MOCK_PROVIDER,
                    "configurable.mockProvider.id: no mock is called \"%s\"; expected one of %s"
                            .formatted(id, MockProvider.ids()),
                    JsonObject.of("supported", JsonArray.ofStrings(MockProvider.ids())));
        }
    }

    /// No provider of this host takes a caller's own credential, so any reference is one to another's.
    private static void checkCredential(JsonObject configurable) {
        ModelOptions.ai(configurable, ModelOptions.CREDENTIAL).ifPresent(_ -> {
            throw new Refused(
                    RefusalCode.CREDENTIAL_FORBIDDEN,
                    "configurable.ai.credentialRef: no provider of this host takes a credential of its callers");
        });
    }

    private static void checkRange(JsonObject configurable, String name, int most, List<String> wrong) {
        JsonValue value = configurable.get(name);
        if (value != null
                && !(value instanceof JsonNumber number && number.doubleValue() >= 0 && number.doubleValue() <= most)) {
            wrong.add("configurable." + name + ": expected a number from 0 to " + most + ", found " + value);
        }
    }
}

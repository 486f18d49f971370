package dev.waybill.workflow.guided;

import dev.waybill.base.Words;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.workflow.DefinitionCode;
import dev.waybill.workflow.Members;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reads loops. Their bodies are steps, loops among them.
record LoopReader(Reading reading, StepReader steps) {

    private static final List<String> MEMBERS =
            Words.of("id title type loop body runCondition requireConfirmation functionDefinitions "
                    + "verification audit synthesis guidance agentRole");
    private static final List<String> SETTINGS =
            Words.of("type maxIterations condition conditionSource items count iterationVar itemVar " + "indexVar");
    private static final int MOST_ROUNDS = 1000;

    @Nullable
    LoopStep read(Members step, Map<String, GuidedFunction> scope) {
        step.expectOnly(MEMBERS);
        String title = step.text("title", reading.most(128), null);
        GuidedCondition runCondition = ConditionReader.optional(step, "runCondition");
        StepReader.confirmation(step);
        step.texts("guidance", step.optionalArray("guidance"), (_, _) -> {});
        step.optionalText("agentRole", 1, reading.most(1024));
        if (!reading.compiled) {
            new SourceReader(reading).extras(step);
        }
        List<GuidedFunction> own = new FunctionReader(reading).definitions(step);
        Members loop = step.below("loop", step.requiredObject("loop"));
        loop.expectOnly(SETTINGS);
        List<GuidedStep> body = body(step, StepReader.joined(scope, own));
        LoopStep.Rule rule = step.has("loop") ? rule(loop, step) : null;
        String iterationVar = name(loop, "iterationVar", LoopStep.ITERATION);
        int most = rounds(loop, step);
        return step.isSound() && rule != null
                ? new LoopStep(
                        step.object().string("id").orElse(""), title, runCondition, rule, most, iterationVar, body)
                : null;
    }

    private int rounds(Members loop, Members step) {
        if (step.has("loop")) {
            loop.require("maxIterations");
        }
        return (int) loop.integer("maxIterations", 1, MOST_ROUNDS).orElse(1);
    }

    private String name(Members loop, String member, String otherwise) {
        return loop.has(member) ? loop.text(member, 128, Reading.NAME) : otherwise;
    }

    private List<GuidedStep> body(Members step, Map<String, GuidedFunction> scope) {
        List<GuidedStep> body = new ArrayList<>();
        JsonValue value = step.object().get("body");
        if (!step.require("body") || value == null) {
            return body;
        }
        if (value instanceof JsonString(var id) && !reading.compiled) {
            reference(id, step);
            return body;
        }
        List<JsonValue> items = step.optionalArray("body");
        if (value instanceof JsonArray && items.isEmpty()) {
            reading.findings.error(
                    step.pointer("body"), DefinitionCode.OUT_OF_RANGE, "expected at least one step", "add a step");
        }
        step.objects("body", items, it -> {
            GuidedStep read = steps.read(it, scope);
            if (read != null) {
                body.add(read);
            }
        });
        return body;
    }

    /// A body may be the id of a step on the top level, which then runs only inside the loop.
    private void reference(String id, Members step) {
        List<String> ids = new ArrayList<>(reading.topLevelIds());
        ids.remove(step.object().string("id").orElse(""));
        if (!ids.contains(id)) {
            reading.unknown(step.pointer("body"), "other step", id, ids);
        } else if (!reading.bodies.add(id)) {
            reading.findings.error(
                    step.pointer("body"),
                    DefinitionCode.WRONG_VALUE,
                    "the step \"%s\" is the body of another loop already".formatted(Members.shown(id)),
                    "give each loop a step of its own");
        }
    }

    private LoopStep.@Nullable Rule rule(Members loop, Members step) {
        if (!loop.require("type")) {
            return null;
        }
        loop.word("type", List.of("while", "until", "for", "forEach"));
        return switch (loop.object().string("type").orElse("")) {
            case "while" -> condition(loop, step, false);
            case "until" -> condition(loop, step, true);
            case "for" -> times(loop);
            case "forEach" ->
                new LoopStep.Rule.ForEach(
                        loop.text("items", 256, null),
                        name(loop, "itemVar", LoopStep.ITEM),
                        name(loop, "indexVar", LoopStep.INDEX));
            default -> null;
        };
    }

    private LoopStep.Rule times(Members loop) {
        loop.require("count");
        JsonValue count = loop.object().get("count");
        if (count instanceof JsonNumber) {
            return new LoopStep.Rule.Times(
                    (int) loop.integer("count", 0, MOST_ROUNDS).orElse(0), null);
        }
        return new LoopStep.Rule.Times(null, loop.has("count") ? loop.text("count", 256, null) : "");
    }

    /// What decides about another round: what is written, else the contract of a step in the body, else the condition.
    private LoopStep.Rule condition(Members loop, Members step, boolean until) {
        Members source = loop.below("conditionSource", loop.optionalObject("conditionSource"));
        if (source.object().string("kind").filter("artifact_contract"::equals).isPresent()) {
            source.expectOnly(List.of("kind", "contractRef", "loopId"));
            String ref = source.text("contractRef");
            if (!ref.isEmpty() && !reading.knowsContract(ref)) {
                reading.unknown(source.pointer("contractRef"), "contract", ref, reading.contractRefs());
            }
            return new LoopStep.Rule.WhileArtifact(ref);
        }
        if (loop.has("conditionSource")) {
            source.expectOnly(List.of("kind", "condition"));
            if (source.require("kind")) {
                source.word("kind", List.of("artifact_contract", "context_variable"));
            }
            source.require("condition");
        } else if (decidesByArtifact(step.object())) {
            return new LoopStep.Rule.WhileArtifact(Contracts.LOOP_CONTROL);
        }
        GuidedCondition condition = ConditionReader.optional(loop.has("conditionSource") ? source : loop, "condition");
        if (condition == null) {
            loop.require("condition");
            condition = new GuidedCondition.Always();
        }
        return new LoopStep.Rule.WhileCondition(until ? new GuidedCondition.Not(condition) : condition);
    }

    private boolean decidesByArtifact(JsonObject loop) {
        return loop.get("body") instanceof JsonString(var id)
                ? reading.topLevel(id).filter(LoopReader::controlsLoop).isPresent()
                : loop.array("body").stream()
                        .flatMap(it -> it.items().stream())
                        .flatMap(it -> it.asObject().stream())
                        .anyMatch(LoopReader::controlsLoop);
    }

    private static boolean controlsLoop(JsonObject step) {
        return step.object("outputContract")
                .flatMap(it -> it.string("contractRef"))
                .filter(Contracts.LOOP_CONTROL::equals)
                .isPresent();
    }
}

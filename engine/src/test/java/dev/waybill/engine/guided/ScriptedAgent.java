package dev.waybill.engine.guided;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.workflow.guided.Assessment;
import dev.waybill.workflow.guided.GuidedCondition;
import dev.waybill.workflow.guided.GuidedStep;
import dev.waybill.workflow.guided.GuidedWorkflow;
import dev.waybill.workflow.guided.LoopStep;
import dev.waybill.workflow.guided.NotesRule;
import dev.waybill.workflow.guided.OutputContract;
import dev.waybill.workflow.guided.PromptStep;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The agent that walked the corpus: it satisfies whatever a step asks for, and decides about loops by a fixed rule.
final class ScriptedAgent {

    private static final int MOST_STEPS = 500;

    private final GuidedWorkflow workflow;
    private final Map<String, Integer> decisions = new LinkedHashMap<>();

    ScriptedAgent(GuidedWorkflow workflow) {
        this.workflow = workflow;
    }

    /// The ids of the steps that it is led along.
    List<String> path(boolean satisfyConditions) {
        Map<String, JsonValue> context = new LinkedHashMap<>();
        workflow.steps().forEach(step -> prepare(step, satisfyConditions, context));
        GuidedState state = moved(Navigator.first(workflow, new JsonObject(context)));
        List<String> path = new ArrayList<>();
        while (!state.isComplete() && path.size() < MOST_STEPS) {
            Pending pending = Rendering.pending(workflow, state).orElseThrow();
            assertThat(pending.prompt()).isNotBlank().doesNotContain("{{wr.");
            path.add(pending.stepId());
            Payload payload = answer(Steps.pending(workflow, state));
            assertThat(Acknowledgement.check(workflow, state, payload)).isEmpty();
            state = moved(Navigator.next(workflow, state, payload));
        }
        return path;
    }

    private static GuidedState moved(Navigation navigation) {
        return switch (navigation) {
            case Navigation.Moved moved -> moved.state();
            case Navigation.Stuck stuck -> throw new AssertionError(stuck.blocker());
        };
    }

    private static void prepare(GuidedStep step, boolean conditions, Map<String, JsonValue> context) {
        if (conditions && step.runCondition() != null) {
            satisfy(step.runCondition(), context);
        }
        if (step instanceof LoopStep loop) {
            if (loop.rule() instanceof LoopStep.Rule.ForEach each) {
                context.put(each.itemsVar(), JsonArray.of(item("first"), item("second")));
            }
            if (loop.rule() instanceof LoopStep.Rule.Times times && times.countVar() != null) {
                context.put(times.countVar(), JsonNumber.of(2));
            }
            loop.body().forEach(inner -> prepare(inner, conditions, context));
        }
    }

    private static JsonObject item(String name) {
        return JsonObject.builder()
                .put("name", name)
                .put("title", "The " + name)
                .build();
    }

    private static void satisfy(GuidedCondition condition, Map<String, JsonValue> context) {
        switch (condition) {
            case GuidedCondition.Always always -> {}
            case GuidedCondition.Truthy truthy -> context.putIfAbsent(truthy.variable(), JsonBool.TRUE);
            case GuidedCondition.Compare compare -> context.putIfAbsent(compare.variable(), operand(compare));
            case GuidedCondition.And and -> and.all().forEach(part -> satisfy(part, context));
            case GuidedCondition.Or or -> or.any().forEach(part -> satisfy(part, context));
            case GuidedCondition.Not not -> {}
        }
    }

    private static JsonValue operand(GuidedCondition.Compare compare) {
        return switch (compare.operator()) {
            case IN -> ((JsonArray) compare.operand()).get(0);
            case GT -> new JsonNumber(String.valueOf(((JsonNumber) compare.operand()).doubleValue() + 1));
            case NOT_EQUALS -> new JsonString("anything else");
            default -> compare.operand();
        };
    }

    private Payload answer(PromptStep step) {
        List<JsonValue> artifacts = new ArrayList<>();
        if (step.contract() != null) {
            artifacts.add(
                    artifact(step, workflow.contract(step.contract().ref()).orElseThrow()));
        }
        AssessmentCheck.asked(workflow, step).forEach(assessment -> artifacts.add(judgement(step, assessment)));
        return Walker.payload(JsonObject.builder()
                .put(
                        "output",
                        JsonObject.builder()
                                .put("notesMarkdown", notes(step))
                                .put("artifacts", new JsonArray(artifacts))
                                .build())
                .build());
    }

    private JsonValue artifact(PromptStep step, OutputContract contract) {
        if (!contract.kind().equals("wr.loop_control")) {
            return contract.example();
        }
        int before = decisions.merge(step.id(), 1, Integer::sum);
        return JsonObject.builder()
                .put("kind", contract.kind())
                .put("decision", before == 1 ? "continue" : "stop")
                .build();
    }

    private static JsonObject judgement(PromptStep step, Assessment assessment) {
        var dimensions = JsonObject.builder();
        for (Assessment.Dimension dimension : assessment.dimensions()) {
            dimensions.put(
                    dimension.id(),
                    dimension.levels().stream()
                            .filter(level -> step.consequences().stream()
                                    .noneMatch(it -> it.level().equals(level)))
                            .findFirst()
                            .orElseThrow());
        }
        return JsonObject.builder()
                .put("kind", "wr.assessment")
                .put("assessmentId", assessment.id())
                .put("dimensions", dimensions.build())
                .build();
    }

    private static String notes(PromptStep step) {
        return step.notes() == null ? "Done." : parts(step.notes()).collect(Collectors.joining(" "));
    }

    private static Stream<String> parts(NotesRule rule) {
        return switch (rule) {
            case NotesRule.Contains contains -> Stream.of(contains.text());
            case NotesRule.Matches matches ->
                Stream.of(matches.pattern().replaceAll("\\\\b|[()]", "").split("\\|", 2)[0]);
            case NotesRule.Length length ->
                Stream.of("word ".repeat(length.least() == null ? 1 : length.least() / 5 + 1));
            case NotesRule.All all -> all.rules().stream().flatMap(ScriptedAgent::parts);
            case NotesRule.Any any -> any.rules().stream().limit(1).flatMap(ScriptedAgent::parts);
            case NotesRule.Fits fits -> Stream.of("{}");
            case NotesRule.Not not -> Stream.empty();
        };
    }
}

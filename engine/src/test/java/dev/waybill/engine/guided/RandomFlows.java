package dev.waybill.engine.guided;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.workflow.guided.GuidedCondition;
import dev.waybill.workflow.guided.GuidedStep;
import dev.waybill.workflow.guided.GuidedWorkflow;
import dev.waybill.workflow.guided.LoopStep;
import dev.waybill.workflow.guided.NotesRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/// Workflows and requests that nobody would write.
final class RandomFlows {

    private static final List<String> VARIABLES = List.of("a", "b", "c", "items", "count");

    private final Random random;
    private int ids;

    RandomFlows(Random random) {
        this.random = random;
    }

    GuidedWorkflow flow() {
        return Flows.flow(steps(0).toArray(GuidedStep[]::new));
    }

    /// Mostly a request that can be used.
    JsonObject request() {
        var request = JsonObject.builder();
        if (random.nextInt(3) > 0) {
            request.put("context", random.nextInt(50) == 0 ? value(2) : context());
        }
        if (random.nextInt(3) > 0) {
            request.put("output", output());
        }
        return request.build();
    }

    /// Mostly what loops can begin with.
    JsonObject start() {
        return random.nextInt(4) == 0
                ? context()
                : Flows.json("{\"items\": [{\"path\": \"x\"}, {\"path\": \"y\"}], \"count\": 2, \"a\": \"yes\"}");
    }

    private JsonObject context() {
        var context = JsonObject.builder();
        for (int i = random.nextInt(4); i > 0; i--) {
            context.put(VARIABLES.get(random.nextInt(random.nextInt(4) == 0 ? 5 : 3)), likely());
        }
        if (random.nextInt(5) == 0) {
            context.put("notesMarkdown", value(0));
        }
        return context.build();
    }

    private JsonValue likely() {
        return switch (random.nextInt(5)) {
            case 0 -> JsonNumber.of(random.nextInt(4));
            case 1 -> JsonArray.of(random.nextBoolean() ? value(1) : JsonObject.EMPTY, Flows.json("{\"path\": \"x\"}"));
            case 2 -> JsonNull.NULL;
            case 3 -> new JsonString("yes");
            default -> new JsonString("no");
        };
    }

    private JsonValue output() {
        return switch (random.nextInt(6)) {
            case 0 -> value(2);
            case 1 -> artifact();
            default -> {
                List<JsonValue> artifacts = new ArrayList<>();
                for (int i = random.nextInt(3); i > 0; i--) {
                    artifacts.add(artifact());
                }
                yield JsonObject.builder()
                        .put("artifacts", new JsonArray(artifacts))
                        .put("notesMarkdown", "Risk: none")
                        .build();
            }
        };
    }

    private JsonObject artifact() {
        return switch (random.nextInt(5)) {
            case 0 -> Flows.json("{\"kind\": \"wr.loop_control\", \"decision\": \"stop\"}");
            case 1 -> Flows.json("{\"kind\": \"wr.review_verdict\"}").with("findings", value(3));
            case 2 -> Flows.json("{\"kind\": \"wr.assessment\"}").with("dimensions", value(2));
            case 3 -> Flows.VERDICT.example().asObject().orElseThrow();
            default -> Flows.json("{\"kind\": \"other\"}").with("x", value(2));
        };
    }

    private List<GuidedStep> steps(int depth) {
        List<GuidedStep> steps = new ArrayList<>();
        for (int i = random.nextInt(4); i >= 0; i--) {
            steps.add(depth < 3 && random.nextInt(3) == 0 ? loop(depth) : step());
        }
        return steps;
    }

    private GuidedStep loop(int depth) {
        return new LoopStep(
                "l" + ids++,
                "Loop {{a}}",
                maybe(),
                rule(),
                1 + random.nextInt(4),
                LoopStep.ITERATION,
                steps(depth + 1));
    }

    private LoopStep.Rule rule() {
        return switch (random.nextInt(5)) {
            case 0 -> Flows.whilst(condition(2));
            case 1 -> Flows.untilStopped();
            case 2 -> Flows.times(random.nextInt(4));
            case 3 -> Flows.times("count");
            default -> Flows.each("items");
        };
    }

    private GuidedStep step() {
        var step = new Flows.Step("s" + ids++)
                .prompt(random.nextBoolean() ? "Do {{a}} and {{currentItem}}" : "Read {{currentItem.path}} {{b.c.d}}")
                .fragment(maybe(), "{{c}}");
        GuidedCondition when = maybe();
        if (when != null) {
            step.when(when);
        }
        if (random.nextInt(4) == 0) {
            step.contract(random.nextBoolean() ? Flows.CONTROL : Flows.VERDICT, random.nextBoolean());
        }
        if (random.nextInt(4) == 0) {
            step.assessment("risk").consequence("high", "Think.");
        }
        if (random.nextInt(4) == 0) {
            step.notes(new NotesRule.Contains("Risk:", null, maybe()), random.nextBoolean());
        }
        return step.confirmed(maybe()).build();
    }

    private @Nullable GuidedCondition maybe() {
        return random.nextInt(3) == 0 ? condition(2) : null;
    }

    private GuidedCondition condition(int depth) {
        return switch (random.nextInt(depth == 0 ? 3 : 6)) {
            case 0 -> new GuidedCondition.Truthy(variable());
            case 1 -> Flows.below(random.nextBoolean() ? "currentIteration" : variable(), random.nextInt(4));
            case 2 -> Flows.is(variable(), "yes");
            case 3 -> new GuidedCondition.And(List.of(condition(depth - 1), condition(depth - 1)));
            case 4 -> new GuidedCondition.Or(List.of(condition(depth - 1), condition(depth - 1)));
            default -> new GuidedCondition.Not(condition(depth - 1));
        };
    }

    private String variable() {
        return VARIABLES.get(random.nextInt(VARIABLES.size()));
    }

    private JsonValue value(int depth) {
        return switch (random.nextInt(depth == 0 ? 4 : 6)) {
            case 0 -> JsonNull.NULL;
            case 1 -> JsonBool.of(random.nextBoolean());
            case 2 -> new JsonNumber(List.of("0", "-1", "2", "1.5", "1e300").get(random.nextInt(5)));
            case 3 ->
                new JsonString(List.of("", "low", "high", "yes", "{{a}}", "𝄞".repeat(90))
                        .get(random.nextInt(6)));
            case 4 -> JsonArray.of(value(depth - 1), value(depth - 1));
            default ->
                JsonObject.builder()
                        .put(
                                List.of("data", "level", "path", "severity", "constructor")
                                        .get(random.nextInt(5)),
                                value(depth - 1))
                        .put("", value(depth - 1))
                        .build();
        };
    }
}

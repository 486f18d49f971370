package dev.waybill.engine.guided;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonPointer;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.workflow.guided.GuidedStep;
import dev.waybill.workflow.guided.GuidedWorkflow;
import dev.waybill.workflow.guided.LoopStep;
import dev.waybill.workflow.guided.LoopStep.Rule.ForEach;
import dev.waybill.workflow.guided.LoopStep.Rule.Times;
import dev.waybill.workflow.guided.LoopStep.Rule.WhileArtifact;
import dev.waybill.workflow.guided.LoopStep.Rule.WhileCondition;
import dev.waybill.workflow.guided.PromptStep;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Says what keeps a loop from continuing, and how to fix it.
record LoopProblems(GuidedWorkflow workflow, LoopStep loop) {

    Blocker noCount(Times times, JsonObject around) {
        String variable = String.valueOf(times.countVar());
        JsonValue found = around.get(variable);
        return wrongInput(
                variable,
                "loop \"%s\" counts by the context variable \"%s\": expected a whole number from 0 on, found %s"
                        .formatted(loop.id(), variable, Brief.found(found)),
                type("integer").with("minimum", JsonNumber.of(0)),
                JsonNumber.of(2),
                found);
    }

    Blocker noItems(ForEach each, @Nullable JsonValue found) {
        return wrongInput(
                each.itemsVar(),
                "loop \"%s\" goes through the context variable \"%s\": expected an array, found %s"
                        .formatted(loop.id(), each.itemsVar(), Brief.found(found)),
                type("array"),
                sampleItems(each),
                found);
    }

    /// The first item that has no fields, where the steps of the loop use some.
    Optional<Blocker> unfitItem(ForEach each, JsonArray items) {
        Set<String> fields = fields(each.itemVar());
        if (fields.isEmpty()) {
            return Optional.empty();
        }
        for (int i = 0; i < items.size(); i++) {
            JsonValue item = items.get(i);
            if (!(item instanceof JsonObject || item instanceof JsonArray)) {
                return Optional.of(unfit(each, i, item, fields));
            }
        }
        return Optional.empty();
    }

    private Blocker unfit(ForEach each, int index, JsonValue item, Set<String> fields) {
        String message =
                "loop \"%s\" uses %s of each item in the context variable \"%s\": expected objects, item %d is %s; send objects with these fields"
                        .formatted(loop.id(), Brief.names(fields), each.itemsVar(), index, Brief.found(item));
        return Blocker.of(
                        BlockerCode.LOOP_ITEMS_NOT_OBJECTS,
                        JsonPointer.item(JsonPointer.member(Payload.CONTEXT, each.itemsVar()), index),
                        message)
                .expecting(type("object").with("required", JsonArray.ofStrings(fields)))
                .like(Requests.withContext(each.itemsVar(), sampleItems(each)))
                .found(item);
    }

    /// A list or a number that asks for more rounds than the loop allows.
    Blocker tooMany(int count) {
        String variable = switch (loop.rule()) {
            case ForEach each -> each.itemsVar();
            case Times times -> times.countVar();
            default -> null;
        };
        String remedy = variable == null
                ? "the workflow itself needs a fix: its author must raise maxIterations"
                : "send a shorter \"%s\", or ask the workflow's author to raise maxIterations".formatted(variable);
        return Blocker.of(
                BlockerCode.LOOP_LIMIT_EXCEEDED,
                variable == null ? Payload.CONTEXT : JsonPointer.member(Payload.CONTEXT, variable),
                "loop \"%s\" allows at most %d rounds, found %d to do; nothing is cut silently: %s"
                        .formatted(loop.id(), loop.maxIterations(), count, remedy));
    }

    /// All rounds are used up, and something still asks for another.
    Blocker stillOpen() {
        String begin = "loop \"%s\" has had its %d rounds, the most it allows, and "
                .formatted(loop.id(), loop.maxIterations());
        return switch (loop.rule()) {
            case WhileArtifact artifact -> undecided(begin, artifact);
            case WhileCondition rule -> {
                List<String> names = List.copyOf(ConditionText.variables(rule.condition()));
                yield Blocker.of(
                        BlockerCode.LOOP_LIMIT_EXCEEDED,
                        names.size() == 1 ? JsonPointer.member(Payload.CONTEXT, names.getFirst()) : Payload.CONTEXT,
                        begin
                                + "continues while %s; set %s in context so that this no longer holds, and report what is left open"
                                        .formatted(ConditionText.of(rule.condition()), Brief.names(names)));
            }
            default -> tooMany(loop.maxIterations() + 1);
        };
    }

    private Blocker undecided(String begin, WhileArtifact rule) {
        String kind = workflow.contract(rule.contractRef())
                .map(contract -> contract.kind())
                .orElse(rule.contractRef());
        JsonObject stop = JsonObject.of(Payload.KIND, kind).with("decision", "stop");
        return Blocker.of(
                        BlockerCode.LOOP_LIMIT_EXCEEDED,
                        "/output/artifacts",
                        begin
                                + "no artifact says stop; send the \"%s\" artifact with decision \"stop\", and report what is left open"
                                        .formatted(kind))
                .like(Requests.withArtifact(stop));
    }

    private static Blocker wrongInput(
            String variable, String message, JsonObject expected, JsonValue sample, @Nullable JsonValue found) {
        return Blocker.of(
                        BlockerCode.LOOP_INPUT_INVALID,
                        JsonPointer.member(Payload.CONTEXT, variable),
                        message + "; send it in context")
                .expecting(expected)
                .like(Requests.withContext(variable, sample))
                .found(found);
    }

    private JsonArray sampleItems(ForEach each) {
        Set<String> fields = fields(each.itemVar());
        if (fields.isEmpty()) {
            return JsonArray.ofStrings(List.of("first", "second"));
        }
        var item = JsonObject.builder();
        fields.forEach(field -> item.put(field, new JsonString("…")));
        return JsonArray.of(item.build());
    }

    /// The fields of the item that the loop's steps show.
    private Set<String> fields(String itemVar) {
        Set<String> fields = new LinkedHashSet<>();
        texts(loop)
                .flatMap(text -> Substitution.paths(text).stream())
                .filter(path -> path.size() > 1 && path.getFirst().equals(itemVar))
                .forEach(path -> fields.add(path.get(1)));
        return fields;
    }

    private static Stream<String> texts(GuidedStep step) {
        return switch (step) {
            case LoopStep inner -> inner.body().stream().flatMap(LoopProblems::texts);
            case PromptStep prompt ->
                Stream.concat(
                        Stream.of(prompt.title(), prompt.prompt()),
                        prompt.fragments().stream().map(PromptStep.PromptFragment::text));
        };
    }

    private static JsonObject type(String name) {
        return JsonObject.of("type", name);
    }
}

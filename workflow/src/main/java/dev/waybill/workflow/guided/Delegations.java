package dev.waybill.workflow.guided;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// Writes what an agent should hand to others at the same time. We cannot start its helpers; we can say exactly what
/// each needs.
final class Delegations {

    private static final String CONDITION = "runCondition";
    private static final String HEADING = "## Delegate in parallel";

    private static final String HOW = """
            Run each delegation listed below as a subagent of its own, all at the same time. Give each the workflow \
            to follow, its goal, its arguments and the context it names. If you cannot start subagents, do the \
            delegations yourself, one after the other, without letting one influence the next. Wait for all of them, \
            then record in your notes what each one returned. A delegation that failed is named as failed, never filled \
            in.""";

    private static final String NONE_IS_DUE =
            "No delegation of this step is due now, so there is nothing to hand over. Say so in your notes and acknowledge the step.";

    private Delegations() {}

    /// The instructions, with the delegations that have no condition.
    static String text(List<JsonObject> delegations) {
        List<String> texts = new ArrayList<>();
        texts.add(always(delegations) ? HEADING + "\n" + HOW : HEADING);
        for (int i = 0; i < delegations.size(); i++) {
            if (!delegations.get(i).has(CONDITION)) {
                texts.add(one(delegations.get(i), i + 1));
            }
        }
        return String.join("\n\n", texts);
    }

    /// Whether at least one is due whatever the context says.
    private static boolean always(List<JsonObject> delegations) {
        return delegations.stream().anyMatch(it -> !it.has(CONDITION));
    }

    /// The delegations with a condition: they join the prompt while it holds. Where all have one, so do the
    /// instructions, and while none holds the agent is told that it has nothing to delegate.
    static List<JsonObject> fragments(List<JsonObject> delegations) {
        List<JsonObject> fragments = new ArrayList<>();
        if (!delegations.isEmpty() && !always(delegations)) {
            JsonObject due = JsonObject.of(
                    "or",
                    new JsonArray(delegations.stream()
                            .map(it -> it.object(CONDITION))
                            .flatMap(Optional::stream)
                            .<JsonValue>map(it -> it)
                            .toList()));
            fragments.add(fragment("__delegations", due, HOW));
            fragments.add(fragment("__no-delegation", JsonObject.of("not", due), NONE_IS_DUE));
        }
        for (int i = 0; i < delegations.size(); i++) {
            JsonObject delegation = delegations.get(i);
            int number = i + 1;
            delegation
                    .object(CONDITION)
                    .ifPresent(
                            when -> fragments.add(fragment("__delegation-" + number, when, one(delegation, number))));
        }
        return fragments;
    }

    private static JsonObject fragment(String id, JsonObject when, String text) {
        return JsonObject.of("id", id).with("when", when).with("text", text);
    }

    private static String one(JsonObject delegation, int number) {
        List<String> lines = new ArrayList<>();
        String workflow = delegation.string("workflowId").orElse("");
        lines.add("### Delegation %d: %s"
                .formatted(number, delegation.string("title").orElse(workflow)));
        lines.add("- Workflow: `" + workflow + "`");
        delegation.string("goal").ifPresent(it -> lines.add("- Goal: " + it));
        delegation.string("modelTier").ifPresent(it -> lines.add("- Model tier: " + it));
        delegation
                .array("allowedTools")
                .ifPresent(it -> lines.add("- Allowed tools: "
                        + it.items().stream().map(Prompts::shown).collect(Collectors.joining(", "))));
        members(lines, "Arguments", delegation.object("args").orElse(JsonObject.EMPTY));
        mapping(lines, delegation.object("contextMapping").orElse(JsonObject.EMPTY));
        return String.join("\n", lines);
    }

    private static void members(List<String> lines, String heading, JsonObject object) {
        if (!object.isEmpty()) {
            lines.add("- " + heading + ":");
            object.members().forEach((name, value) -> lines.add("  - " + name + ": " + Prompts.shown(value)));
        }
    }

    private static void mapping(List<String> lines, JsonObject mapping) {
        if (!mapping.isEmpty()) {
            lines.add("- Context to hand over:");
            mapping.members()
                    .forEach((name, value) -> lines.add(
                            value instanceof JsonString(var variable)
                                    ? "  - %s: the value of your context's `%s`".formatted(name, variable)
                                    : "  - %s: %s".formatted(name, Prompts.shown(value))));
        }
    }
}

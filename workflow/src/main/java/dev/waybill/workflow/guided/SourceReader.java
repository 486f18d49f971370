package dev.waybill.workflow.guided;

import dev.waybill.base.Words;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonPointer;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.workflow.DefinitionCode;
import dev.waybill.workflow.DefinitionError;
import dev.waybill.workflow.Findings;
import dev.waybill.workflow.Members;
import java.util.List;

/// Checks what only a source has, because the compiler replaces it: blocks, templates, delegations, extra steps.
record SourceReader(Reading reading) {

    static final List<String> EXTRAS = List.of("verification", "audit", "synthesis");
    static final List<String> SECTIONS = List.of("goal", "constraints", "procedure", "outputRequired", "verify");
    private static final List<String> DELEGATION = List.of(
            "workflowId", "goal", "title", "runCondition", "contextMapping", "args", "modelTier", "allowedTools");
    private static final List<String> EXTRA =
            Words.of("title prompt promptBlocks workflowId goal contextMapping args modelTier allowedTools "
                    + "runCondition agentRole guidance requireConfirmation notesOptional");

    void read(Members step) {
        blocks(step);
        template(step);
        var delegations = step.optionalArray("parallelDelegations");
        if (step.has("parallelDelegations") && delegations.isEmpty()) {
            step.findings()
                    .error(
                            step.pointer("parallelDelegations"),
                            DefinitionCode.OUT_OF_RANGE,
                            "expected at least one delegation",
                            "add one");
        }
        step.objects("parallelDelegations", delegations, it -> {
            it.expectOnly(DELEGATION);
            it.text("workflowId", 128, null);
            ConditionReader.optional(it, "runCondition");
            delegation(it);
        });
    }

    private static void delegation(Members it) {
        it.optionalText("goal", 1, 8192);
        it.optionalText("title", 1, 128);
        it.optionalObject("contextMapping");
        it.optionalObject("args");
        it.word("modelTier", StepReader.TIERS);
        it.texts("allowedTools", it.optionalArray("allowedTools"), (_, _) -> {});
    }

    /// What follows a step by itself: `true`, a prompt, or an object.
    void extras(Members step) {
        for (String name : EXTRAS) {
            switch (step.object().get(name)) {
                case null -> {}
                case JsonBool _ -> {}
                case JsonString _ -> step.optionalText(name, 1, 8192);
                case JsonObject object -> extra(step.below(name, object));
                case JsonValue other -> step.wrongTypeAt(step.pointer(name), "true, a prompt or an object", other);
            }
        }
    }

    private void extra(Members extra) {
        extra.expectOnly(EXTRA);
        extra.optionalText("prompt", 1, 8192);
        extra.optionalText("workflowId", 1, 128);
        extra.optionalText("agentRole", 1, 1024);
        extra.texts("guidance", extra.optionalArray("guidance"), (_, _) -> {});
        extra.flag("notesOptional", false);
        ConditionReader.optional(extra, "runCondition");
        StepReader.confirmation(extra);
        delegation(extra);
        blocks(extra);
    }

    private void blocks(Members step) {
        if (!step.has("promptBlocks")) {
            return;
        }
        Members blocks = step.below("promptBlocks", step.optionalObject("promptBlocks"));
        blocks.expectOnly(SECTIONS);
        if (SECTIONS.stream().noneMatch(blocks::has)) {
            step.findings()
                    .error(
                            step.pointer("promptBlocks"),
                            DefinitionCode.MISSING_MEMBER,
                            "expected at least one of " + String.join(", ", SECTIONS),
                            "write a goal at least");
        }
        JsonValue goal = blocks.object().get("goal");
        if (goal != null) {
            value(goal, blocks.pointer("goal"), blocks);
        }
        for (String name : List.of("constraints", "procedure", "verify")) {
            List<JsonValue> items = blocks.optionalArray(name);
            for (int i = 0; i < items.size(); i++) {
                value(items.get(i), JsonPointer.item(blocks.pointer(name), i), blocks);
            }
        }
        Members output = blocks.below("outputRequired", blocks.optionalObject("outputRequired"));
        output.object().members().forEach((name, it) -> value(it, output.pointer(name), output));
    }

    /// A text, a part, or a list of parts.
    private void value(JsonValue value, String place, Members around) {
        switch (value) {
            case JsonString _ -> {}
            case JsonArray parts -> {
                for (int i = 0; i < parts.size(); i++) {
                    value(parts.get(i), JsonPointer.item(place, i), around);
                }
            }
            case JsonObject part -> part(new Members(part, place, around.findings()));
            default -> around.wrongTypeAt(place, "a text or a list of parts", value);
        }
    }

    private void part(Members part) {
        if (part.require("kind")) {
            part.word("kind", List.of("text", "ref"));
        }
        if (part.object().string("kind").filter("ref"::equals).isPresent()) {
            String id = part.text("refId");
            if (!id.isEmpty() && SharedTexts.ref(id).isEmpty()) {
                reading.unknown(part.pointer("refId"), "shared text", id, SharedTexts.refs());
            }
        } else {
            part.text("text");
        }
    }

    private void template(Members step) {
        if (!step.has("templateCall")) {
            return;
        }
        Members call = step.below("templateCall", step.optionalObject("templateCall"));
        call.expectOnly(List.of("templateId", "args"));
        String id = call.text("templateId");
        JsonObject args = call.optionalObject("args");
        args.members().forEach((name, value) -> {
            if (value instanceof JsonObject || value instanceof JsonArray) {
                call.wrongTypeAt(call.below("args", args).pointer(name), "a text, a number or true or false", value);
            }
        });
        if (reading.routine) {
            step.findings()
                    .error(
                            step.pointer("templateCall"),
                            DefinitionCode.WRONG_VALUE,
                            "a routine that is called cannot call another",
                            "copy its steps");
        } else if (!id.isEmpty()) {
            reading.surroundings
                    .routines()
                    .find(id)
                    .ifPresentOrElse(
                            routine -> routine(routine, call, args),
                            () -> reading.unknown(
                                    call.pointer("templateId"),
                                    "routine",
                                    id,
                                    reading.surroundings.routines().templateIds()));
        }
    }

    private void routine(JsonObject routine, Members call, JsonObject args) {
        String name = routine.string("id").orElse("?");
        var inside = new Findings();
        new GuidedReader(new Reading(routine, false, true, reading.surroundings, inside)).read();
        for (DefinitionError error : inside.errors()) {
            reading.findings.error(
                    call.pointer("templateId"),
                    error.code(),
                    "the routine \"%s\" at %s: %s".formatted(name, error.pointer(), error.message()),
                    error.hint());
        }
        for (DefinitionError warning : inside.warnings()) {
            reading.findings.warn(
                    call.pointer("templateId"),
                    warning.code(),
                    "the routine \"%s\" at %s: %s".formatted(name, warning.pointer(), warning.message()),
                    warning.hint());
        }
        for (String missing : TemplateText.placeholders(routine)) {
            if (!args.has(missing)) {
                reading.findings.error(
                        call.pointer(),
                        DefinitionCode.MISSING_ARGUMENT,
                        "the routine \"%s\" needs the argument \"%s\"".formatted(name, Members.shown(missing)),
                        "add it to \"args\"");
            }
        }
    }
}

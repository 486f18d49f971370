package dev.waybill.workflow.guided;

import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.workflow.DefinitionCode;
import dev.waybill.workflow.Members;
import dev.waybill.workflow.guided.PromptStep.ContractUse;
import dev.waybill.workflow.guided.PromptStep.PromptFragment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reads steps, whatever their type.
final class StepReader {

    static final List<String> MEMBERS = List.of(
            "id",
            "title",
            "type",
            "prompt",
            "promptBlocks",
            "templateCall",
            "promptFragments",
            "agentRole",
            "guidance",
            "askForFiles",
            "hasValidation",
            "requireConfirmation",
            "runCondition",
            "validationCriteria",
            "outputContract",
            "notesOptional",
            "functionDefinitions",
            "functionCalls",
            "functionReferences",
            "assessmentRefs",
            "assessmentConsequences",
            "parallelDelegations",
            "modelTier",
            Members.TASK_STATE,
            "verification",
            "audit",
            "synthesis");
    static final List<String> TIERS = List.of("lightweight", "mid", "heavy");
    private static final List<String> TYPES = List.of("standard", "loop", "parallel");

    private final Reading reading;
    private final AssessmentReader assessments;

    StepReader(Reading reading) {
        this.reading = reading;
        this.assessments = new AssessmentReader(reading);
    }

    /// @param scope functions that the step may refer to, without its own
    /// @return null when something is wrong with the step
    @Nullable
    GuidedStep read(Members step, Map<String, GuidedFunction> scope) {
        id(step);
        step.word("type", TYPES);
        boolean loop = step.object().string("type").filter("loop"::equals).isPresent();
        if (!loop && step.has("loop")) {
            reading.findings.error(
                    step.pointer(),
                    DefinitionCode.WRONG_VALUE,
                    "a step with \"loop\" needs \"type\": \"loop\"",
                    "add it");
        }
        return loop ? new LoopReader(reading, this).read(step, scope) : prompt(step, scope);
    }

    private void id(Members step) {
        String id = step.text("id", reading.most(64), reading.compiled ? Reading.COMPILED_STEP_ID : Reading.STEP_ID);
        if (!reading.compiled && !id.isEmpty() && id.length() < 3) {
            reading.findings.error(
                    step.pointer("id"),
                    DefinitionCode.OUT_OF_RANGE,
                    "expected at least 3 characters",
                    "use a longer id");
        }
        if (!id.isEmpty() && !reading.stepIds.add(id)) {
            reading.duplicate(step.pointer("id"), "step id", id);
        }
    }

    private @Nullable PromptStep prompt(Members step, Map<String, GuidedFunction> scope) {
        step.expectOnly(MEMBERS);
        String title = step.text("title", reading.most(128), null);
        GuidedCondition runCondition = ConditionReader.optional(step, "runCondition");
        String prompt = promptSource(step);
        ContractUse contract = contract(step);
        NotesRule rule = NotesRuleReader.optional(step, "validationCriteria");
        List<PromptFragment> fragments = fragments(step);
        List<GuidedFunction> functions = new FunctionReader(reading).used(step, scope);
        List<String> refs = assessments.refs(step);
        if (step.has("modelTier")) {
            step.word("modelTier", TIERS);
        }
        step.flag("hasValidation", false);
        if (!reading.compiled) {
            new SourceReader(reading).extras(step);
        }
        var read = new PromptStep(
                step.object().string("id").orElse(""),
                title,
                runCondition,
                prompt,
                fragments,
                confirmation(step),
                step.texts("guidance", step.optionalArray("guidance"), (_, _) -> {}),
                step.optionalText("agentRole", 1, reading.most(1024)),
                step.flag("askForFiles", false),
                rule,
                notesRequired(step, rule, contract),
                contract,
                functions,
                refs,
                assessments.consequences(step, refs),
                step.taskState());
        return step.isSound() ? read : null;
    }

    /// Two tokens alone advance a step, unless its author asks for more.
    private static boolean notesRequired(Members step, @Nullable NotesRule rule, @Nullable ContractUse contract) {
        return !step.flag("notesOptional", rule == null || contract != null);
    }

    private String promptSource(Members step) {
        List<String> sources = List.of("prompt", "promptBlocks", "templateCall", "parallelDelegations").stream()
                .filter(step::has)
                .toList();
        if (reading.compiled || sources.equals(List.of("prompt"))) {
            return step.text("prompt", reading.most(8192), null);
        }
        if (sources.size() != 1 && !sources.equals(List.of("prompt", "parallelDelegations"))) {
            reading.findings.error(
                    step.pointer(),
                    sources.isEmpty() ? DefinitionCode.MISSING_MEMBER : DefinitionCode.WRONG_VALUE,
                    "expected exactly one of prompt, promptBlocks, templateCall and parallelDelegations, found "
                            + (sources.isEmpty() ? "none" : String.join(", ", sources)),
                    sources.isEmpty() ? "write what the agent should do" : "keep one");
        }
        step.optionalText("prompt", 1, 8192);
        new SourceReader(reading).read(step);
        return "";
    }

    private List<PromptFragment> fragments(Members step) {
        List<PromptFragment> fragments = new ArrayList<>();
        step.objects("promptFragments", step.optionalArray("promptFragments"), it -> {
            it.expectOnly(List.of("id", "when", "text"));
            String id = it.text("id", reading.most(128), null);
            String text = it.text("text", reading.most(4096), null);
            if (fragments.stream().anyMatch(other -> other.id().equals(id))) {
                reading.duplicate(it.pointer(), "fragment", id);
            }
            fragments.add(new PromptFragment(id, ConditionReader.optional(it, "when"), text));
        });
        return fragments;
    }

    static Confirmation confirmation(Members step) {
        String name = "requireConfirmation";
        JsonValue value = step.object().get(name);
        return switch (value) {
            case null -> Confirmation.NEVER;
            case JsonBool bool -> bool.value() ? new Confirmation(true, null, null) : Confirmation.NEVER;
            case JsonObject rule
            when rule.has("kind") -> {
                Members members = step.below(name, rule);
                members.expectOnly(List.of("kind", "condition"));
                members.word("kind", List.of("human_approval", "coordinator_eval"));
                GuidedCondition condition = ConditionReader.optional(members, "condition");
                yield new Confirmation(true, condition, rule.string("kind").orElse(null));
            }
            case JsonObject condition ->
                new Confirmation(true, ConditionReader.read(step.below(name, condition)), null);
            default -> {
                step.wrongTypeAt(step.pointer(name), "true, false or a condition", value);
                yield Confirmation.NEVER;
            }
        };
    }

    private @Nullable ContractUse contract(Members step) {
        if (!step.has("outputContract")) {
            return null;
        }
        Members contract = step.below("outputContract", step.optionalObject("outputContract"));
        contract.expectOnly(List.of(
                "contractRef",
                "required",
                "schema",
                "example",
                "kind",
                "orderBy",
                "dedupeBy",
                "display",
                "description"));
        boolean required = contract.flag("required", true);
        String id = step.object().string("id").orElse("");
        if (contract.has("schema") && !reading.compiled) {
            String ref = contract.has("contractRef")
                    ? contract.text("contractRef", Contracts.LONGEST_REF, Contracts.REF)
                    : inlineRef(id);
            if (!reading.writtenContracts.add(ref) || reading.contracts.containsKey(ref) || isShipped(ref)) {
                reading.duplicate(contract.pointer(), "contract", ref);
            }
            ContractReader.read(contract, ref, reading.document.string("id").orElse("") + "." + id);
            return new ContractUse(ref, required);
        }
        String ref = contract.text("contractRef", reading.most(Contracts.LONGEST_REF), null);
        if (!ref.isEmpty() && !reading.knowsContract(ref)) {
            reading.unknown(contract.pointer("contractRef"), "contract", ref, reading.contractRefs());
        }
        return new ContractUse(ref, required);
    }

    private boolean isShipped(String ref) {
        return reading.surroundings.contracts().find(ref).isPresent();
    }

    /// How a contract is called that is written in a step and has no name.
    static String inlineRef(String stepId) {
        return "step:" + stepId;
    }

    static Map<String, GuidedFunction> joined(Map<String, GuidedFunction> outer, List<GuidedFunction> inner) {
        Map<String, GuidedFunction> all = new LinkedHashMap<>(outer);
        inner.forEach(it -> all.put(it.name(), it));
        return all;
    }
}

package dev.waybill.engine.guided;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonString;
import dev.waybill.workflow.guided.Assessment;
import dev.waybill.workflow.guided.Confirmation;
import dev.waybill.workflow.guided.GuidedCondition;
import dev.waybill.workflow.guided.GuidedFunction;
import dev.waybill.workflow.guided.GuidedStep;
import dev.waybill.workflow.guided.GuidedWorkflow;
import dev.waybill.workflow.guided.LoopStep;
import dev.waybill.workflow.guided.NotesRule;
import dev.waybill.workflow.guided.OutputContract;
import dev.waybill.workflow.guided.PromptStep;
import dev.waybill.workflow.guided.Reference;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Small workflows for tests, said in few words.
final class Flows {

    static final String LOOP_CONTROL = "wr.contracts.loop_control";

    static final OutputContract CONTROL = new OutputContract(
            LOOP_CONTROL,
            "wr.loop_control",
            json("""
                    {"type": "object", "required": ["kind", "decision"], "additionalProperties": false,
                     "properties": {"kind": {"const": "wr.loop_control"},
                                    "decision": {"enum": ["continue", "stop"]},
                                    "loopId": {"type": "string"}}}"""),
            json("{\"kind\": \"wr.loop_control\", \"decision\": \"continue\"}"),
            List.of(),
            List.of(),
            List.of());

    static final OutputContract VERDICT = new OutputContract(
            "wr.contracts.review_verdict", "wr.review_verdict", json("""
                    {"type": "object", "required": ["kind", "verdict", "findings"],
                     "properties": {"kind": {"const": "wr.review_verdict"},
                                    "verdict": {"enum": ["clean", "minor", "blocking"], "description": "How bad it is."},
                                    "findings": {"type": "array", "maxItems": 5, "items": {"$ref": "#/$defs/finding"}}},
                     "$defs": {"finding": {"type": "object", "required": ["severity", "summary"],
                                           "properties": {"severity": {"enum": ["major", "minor"]},
                                                          "summary": {"type": "string", "maxLength": 200}}}}}"""), json("""
                    {"kind": "wr.review_verdict", "verdict": "minor",
                     "findings": [{"severity": "minor", "summary": "A name misleads."}]}"""), List.of(), List.of(), List.of());

    static final Assessment RISK = new Assessment(
            "risk",
            "how risky the change is",
            List.of(
                    new Assessment.Dimension("data", "loss of data", List.of("low", "high"), true),
                    new Assessment.Dimension("speed", "slower", List.of("low", "high"), false)));

    static final Assessment QUALITY = new Assessment(
            "quality",
            "how good it is",
            List.of(new Assessment.Dimension("tests", "what is tested", List.of("low", "high"), true)));

    private Flows() {}

    static JsonObject json(String text) {
        return JsonReader.readObject(text.getBytes(StandardCharsets.UTF_8), JsonLimits.DOCUMENT);
    }

    static GuidedWorkflow flow(GuidedStep... steps) {
        return flow(List.of(), List.of(), steps);
    }

    static GuidedWorkflow flow(List<String> metaGuidance, List<Reference> references, GuidedStep... steps) {
        return new GuidedWorkflow(
                "flow",
                "Flow",
                "A flow of a test",
                "1.0.0",
                null,
                List.of(),
                List.of("The repository is clean"),
                List.of("Which branch?"),
                metaGuidance,
                null,
                JsonObject.EMPTY,
                List.of(),
                List.of(RISK, QUALITY),
                references,
                List.of(CONTROL, VERDICT),
                List.of(steps),
                JsonObject.EMPTY);
    }

    static GuidedCondition is(String variable, String value) {
        return new GuidedCondition.Compare(variable, GuidedCondition.Operator.EQUALS, new JsonString(value));
    }

    static GuidedCondition below(String variable, long bound) {
        return new GuidedCondition.Compare(variable, GuidedCondition.Operator.LT, JsonNumber.of(bound));
    }

    static PromptStep step(String id) {
        return new Step(id).build();
    }

    static PromptStep step(String id, GuidedCondition when) {
        return new Step(id).when(when).build();
    }

    static LoopStep loop(String id, LoopStep.Rule rule, int most, GuidedStep... body) {
        return new LoopStep(id, "Loop " + id, null, rule, most, LoopStep.ITERATION, List.of(body));
    }

    static LoopStep.Rule whilst(GuidedCondition condition) {
        return new LoopStep.Rule.WhileCondition(condition);
    }

    static LoopStep.Rule untilStopped() {
        return new LoopStep.Rule.WhileArtifact(LOOP_CONTROL);
    }

    static LoopStep.Rule times(int count) {
        return new LoopStep.Rule.Times(count, null);
    }

    static LoopStep.Rule times(String variable) {
        return new LoopStep.Rule.Times(null, variable);
    }

    static LoopStep.Rule each(String items) {
        return new LoopStep.Rule.ForEach(items, LoopStep.ITEM, LoopStep.INDEX);
    }

    /// A step with more to it.
    static final class Step {
        private final String id;
        private @Nullable GuidedCondition when;
        private String prompt;
        private final List<PromptStep.PromptFragment> fragments = new ArrayList<>();
        private Confirmation confirmation = Confirmation.NEVER;
        private final List<String> guidance = new ArrayList<>();
        private @Nullable String role;
        private boolean files;
        private @Nullable NotesRule notes;
        private boolean notesRequired;
        private PromptStep.@Nullable ContractUse contract;
        private final List<GuidedFunction> functions = new ArrayList<>();
        private final List<String> assessments = new ArrayList<>();
        private final List<PromptStep.Consequence> consequences = new ArrayList<>();

        Step(String id) {
            this.id = id;
            this.prompt = "Do " + id;
        }

        Step when(GuidedCondition condition) {
            when = condition;
            return this;
        }

        Step prompt(String text) {
            prompt = text;
            return this;
        }

        Step fragment(@Nullable GuidedCondition condition, String text) {
            fragments.add(new PromptStep.PromptFragment("f" + fragments.size(), condition, text));
            return this;
        }

        Step confirmed(@Nullable GuidedCondition condition) {
            confirmation = new Confirmation(true, condition, null);
            return this;
        }

        Step guidance(String text) {
            guidance.add(text);
            return this;
        }

        Step role(String text) {
            role = text;
            return this;
        }

        Step files() {
            files = true;
            return this;
        }

        Step notes(@Nullable NotesRule rule, boolean required) {
            notes = rule;
            notesRequired = required;
            return this;
        }

        Step contract(OutputContract used, boolean required) {
            contract = new PromptStep.ContractUse(used.ref(), required);
            return this;
        }

        Step function(String name, String definition) {
            functions.add(new GuidedFunction(name, definition, JsonArray.of(json("{\"name\": \"path\"}"))));
            return this;
        }

        Step assessment(String assessment) {
            assessments.add(assessment);
            return this;
        }

        Step consequence(String level, String advice) {
            return consequence(null, level, advice);
        }

        Step consequence(@Nullable String assessment, String level, String advice) {
            consequences.add(new PromptStep.Consequence(assessment, level, advice));
            return this;
        }

        PromptStep build() {
            return new PromptStep(
                    id,
                    "Title of " + id,
                    when,
                    prompt,
                    fragments,
                    confirmation,
                    guidance,
                    role,
                    files,
                    notes,
                    notesRequired,
                    contract,
                    functions,
                    assessments,
                    consequences,
                    null);
        }
    }
}

package dev.waybill.workflow.guided;

import dev.waybill.workflow.DefinitionCode;
import dev.waybill.workflow.Members;
import dev.waybill.workflow.guided.PromptStep.Consequence;
import java.util.ArrayList;
import java.util.List;

/// Reads what an agent is asked to judge, and what follows from its judgement.
record AssessmentReader(Reading reading) {

    private static final int MOST_CONSEQUENCES = 10;

    void definitions(Members root) {
        root.objects("assessments", root.optionalArray("assessments"), it -> {
            it.expectOnly(List.of("id", "purpose", "dimensions"));
            String id = it.text("id", 128, null);
            var read = new Assessment(id, it.text("purpose", reading.most(1024), null), dimensions(it));
            if (reading.assessments.put(id, read) != null) {
                reading.duplicate(it.pointer(), "assessment", id);
            }
        });
    }

    private List<Assessment.Dimension> dimensions(Members assessment) {
        List<Assessment.Dimension> dimensions = new ArrayList<>();
        var items = assessment.requiredArray("dimensions");
        if (assessment.has("dimensions") && items.isEmpty()) {
            tooFew(assessment.pointer("dimensions"), "one dimension", items.size());
        }
        assessment.objects("dimensions", items, it -> {
            it.expectOnly(List.of("id", "purpose", "levels", "required"));
            List<String> levels = it.texts("levels", it.requiredArray("levels"), (_, _) -> {});
            if (it.has("levels") && levels.size() < 2) {
                tooFew(it.pointer("levels"), "two levels", levels.size());
            }
            dimensions.add(new Assessment.Dimension(
                    it.text("id", 128, null),
                    it.text("purpose", reading.most(1024), null),
                    levels,
                    it.flag("required", true)));
        });
        return dimensions;
    }

    private void tooFew(String pointer, String what, int found) {
        reading.findings.error(
                pointer,
                DefinitionCode.OUT_OF_RANGE,
                "expected at least %s, found %d".formatted(what, found),
                "add what is missing");
    }

    List<String> refs(Members step) {
        return step.texts("assessmentRefs", step.optionalArray("assessmentRefs"), (ref, place) -> {
            if (!reading.assessments.containsKey(ref)) {
                reading.unknown(place, "assessment", ref, reading.assessments.keySet());
            }
        });
    }

    List<Consequence> consequences(Members step, List<String> refs) {
        List<Consequence> consequences = new ArrayList<>();
        String name = "assessmentConsequences";
        var items = step.optionalArray(name);
        if (items.size() > MOST_CONSEQUENCES) {
            reading.findings.error(
                    step.pointer(name),
                    DefinitionCode.OUT_OF_RANGE,
                    "expected at most %d, found %d".formatted(MOST_CONSEQUENCES, items.size()),
                    "join those with the same advice");
        }
        step.objects(name, items, it -> consequences.add(consequence(it, refs)));
        return consequences;
    }

    private Consequence consequence(Members it, List<String> refs) {
        it.expectOnly(List.of("when", "effect"));
        Members when = it.below("when", it.requiredObject("when"));
        when.expectOnly(List.of("anyEqualsLevel", "forAssessment"));
        String level = it.has("when") ? when.text("anyEqualsLevel") : "";
        String assessment = when.optionalText("forAssessment");
        if (assessment != null && !refs.contains(assessment)) {
            reading.unknown(when.pointer("forAssessment"), "assessment of this step", assessment, refs);
        }
        checkLevel(when, level, assessment == null ? refs : List.of(assessment));
        Members effect = it.below("effect", it.requiredObject("effect"));
        effect.expectOnly(List.of("kind", "guidance"));
        if (it.has("effect") && effect.require("kind")) {
            effect.word("kind", List.of("require_followup"));
        }
        return new Consequence(assessment, level, it.has("effect") ? effect.text("guidance") : "");
    }

    private void checkLevel(Members when, String level, List<String> assessments) {
        boolean known = assessments.stream()
                .map(reading.assessments::get)
                .anyMatch(it -> it == null
                        || it.dimensions().stream().anyMatch(d -> d.levels().contains(level)));
        if (!known && when.has("anyEqualsLevel")) {
            reading.findings.warn(
                    when.pointer("anyEqualsLevel"),
                    DefinitionCode.WRONG_VALUE,
                    "no assessment of this step has the level \"%s\"".formatted(Members.shown(level)),
                    "use a level that a dimension lists");
        }
    }
}

package dev.waybill.view.run;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.node.Judgement;
import dev.waybill.engine.state.Delegation;
import dev.waybill.engine.state.RunState;
import dev.waybill.engine.state.Turn;
import dev.waybill.engine.state.Verified;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Why a loop came to the end that it came to: what critics said, what was not taken over, what is not reached.
public final class Convergence {

    private static final int LISTED = 8;

    private final Delegation delegation;

    public Convergence(RunState state) {
        this.delegation = state.delegation();
    }

    /// Whether the supervisor left its loop without having reached what it wanted.
    public boolean gaveUp() {
        return delegation.gaveUp();
    }

    /// The conditions that are not met, by their keys.
    private List<String> unmet() {
        List<String> unmet = new ArrayList<>();
        Turn latest = delegation.latest();
        if (latest != null && gaveUp()) {
            for (JsonValue item :
                    latest.decision().json().array("successCriteria").orElse(JsonArray.EMPTY)) {
                item.asObject()
                        .filter(criterion -> criterion.get("met") == JsonBool.FALSE)
                        .flatMap(criterion -> criterion.string("key"))
                        .ifPresent(unmet::add);
            }
        }
        return unmet;
    }

    /// What a person reads behind the status; empty when there is nothing to say.
    public Optional<String> goal() {
        if (!gaveUp()) {
            return Optional.empty();
        }
        String reason = Optional.ofNullable(delegation.latest())
                .flatMap(turn -> turn.decision().reason())
                .map(why -> ": " + why)
                .orElse("");
        return Optional.of("the supervisor gave up, the goal is not met (" + String.join(", ", unmet()) + ")" + reason);
    }

    /// Each verdict in a sentence, the newest last.
    public List<String> verdicts() {
        List<Verified> all = delegation.verdicts();
        List<String> sentences = new ArrayList<>();
        if (all.size() > LISTED) {
            sentences.add((all.size() - LISTED) + " verdicts before these");
        }
        all.stream()
                .skip(Math.max(0, all.size() - LISTED))
                .map(Convergence::sentence)
                .forEach(sentences::add);
        return sentences;
    }

    private static String sentence(Verified verdict) {
        return "%s by %s over %s%s%s%s"
                .formatted(
                        Judgement.wire(verdict.ruling()),
                        verdict.agentId(),
                        over(verdict),
                        verdict.criteria().isEmpty() ? "" : " (" + String.join(", ", verdict.criteria()) + ")",
                        verdict.self() ? ", its own work" : "",
                        verdict.blocks() ? consequence(verdict) : verdict.gating() ? "" : ", for information only");
    }

    private static String over(Verified verdict) {
        if (verdict.workerId() != null) {
            return verdict.workerId();
        }
        return verdict.target().startsWith("evt_")
                ? "what %s decided".formatted(verdict.nodeId())
                : "call %s of a tool".formatted(verdict.target());
    }

    private static String consequence(Verified verdict) {
        return switch (verdict.ruling()) {
            case FAIL -> ": not taken over";
            case REVISE -> ": sent back";
            case PASS -> "";
        };
    }

    /// Results that were not taken over for another reason than a verdict.
    public List<String> blocked() {
        List<String> blocked = new ArrayList<>();
        for (Turn turn : delegation.turns()) {
            for (JsonObject worker : turn.workers()) {
                worker.string("blocked")
                        .filter(code -> !code.equals("verification_failed"))
                        .ifPresent(code -> blocked.add("%s brought back something that is not taken over: %s"
                                .formatted(worker.string("workerId").orElse("a worker"), code)));
            }
        }
        return blocked;
    }

    /// The same for programs, beside what else is known of the run.
    public JsonObject into(JsonObject run) {
        JsonObject told = run;
        if (gaveUp()) {
            told = told.with("goalMet", false).with("unmetCriteria", JsonArray.ofStrings(unmet()));
        }
        if (!delegation.verdicts().isEmpty()) {
            told = told.with(
                    "verdicts",
                    new JsonArray(delegation.verdicts().stream()
                            .<JsonValue>map(Convergence::json)
                            .toList()));
        }
        return told;
    }

    private static JsonObject json(Verified verdict) {
        return JsonObject.builder()
                .put("agentId", verdict.agentId())
                .put("target", verdict.target())
                .put("verdict", Judgement.wire(verdict.ruling()))
                .putIfPresent("workerId", verdict.workerId())
                .putIfPresent("criteria", verdict.criteria().isEmpty() ? null : JsonArray.ofStrings(verdict.criteria()))
                .put("gating", verdict.gating())
                .putIfPresent("selfVerified", verdict.self() ? JsonBool.TRUE : null)
                .build();
    }
}

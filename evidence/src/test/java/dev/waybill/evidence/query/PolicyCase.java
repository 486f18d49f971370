package dev.waybill.evidence.query;

import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.evidence.EvidenceFolder;
import dev.waybill.evidence.Rec;
import dev.waybill.evidence.index.EvidenceIndex;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/// A merge, the changes of a policy around it, and the question.
abstract class PolicyCase {

    static final String TASK = "task_8c69bd04b163";

    @TempDir
    Path directory;

    final List<Rec> policies = new ArrayList<>();
    Rec merge = Rec.of("agentmesh:evt_000027", "TASK_TRANSITION")
            .task(TASK)
            .at("2026-02-25T13:42:07.118204Z")
            .with("from_state", "review_pass")
            .with("to_state", "MERGED");

    static Rec apply(String id, String at, String value, String version) {
        return Rec.of(id.contains(":") ? id : "ccio:" + id, "POLICY_APPLY")
                .policy(version)
                .with("lever", "BRAIN_TEMPERATURE")
                .with("new_value", new JsonNumber(value))
                .with("applied_at", at);
    }

    static Rec rollback(String id, String apply, String at) {
        return Rec.of("ccio:" + id, "POLICY_ROLLBACK").parents(apply).at(at).with("lever", "BRAIN_TEMPERATURE");
    }

    static Rec episode(String at, String value) {
        return Rec.of("quintet:ep-001", "LOOM_EPISODE")
                .episode("ep-001")
                .at(at)
                .with(
                        "policy",
                        JsonObject.builder()
                                .put("brain_temperature", new JsonNumber(value))
                                .build());
    }

    Answer ask() {
        return ask(Queries.USUAL_SKEW);
    }

    Answer ask(String state) {
        try (EvidenceIndex index = files().index()) {
            return new Queries(index, Queries.USUAL_SKEW).policyAt("task_8c69", state);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    EvidenceFolder files() {
        return new EvidenceFolder(directory)
                .add("agentmesh/events.jsonl", merge)
                .add("ccio/policy.jsonl", policies.toArray(Rec[]::new));
    }

    Answer ask(Duration skew) {
        return ask(files(), skew);
    }

    static Answer ask(EvidenceFolder files, Duration skew) {
        try (EvidenceIndex index = files.index()) {
            return new Queries(index, skew).policyAt("task_8c69", "merged");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static List<String> roles(Answer answer) {
        return answer.path().stream()
                .map(line -> line.found().id() + " " + line.role())
                .toList();
    }

    /// What is missing or doubtful. Most of these merges have no receipt, which is a gap of its own: see
    /// [TransitionCheckTest].
    static List<GapCode> codes(Answer answer) {
        return answer.gaps().stream()
                .map(Gap::code)
                .filter(code -> code != GapCode.RECEIPT_MISSING)
                .toList();
    }
}

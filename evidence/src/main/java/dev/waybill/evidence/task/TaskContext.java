package dev.waybill.evidence.task;

import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.evidence.Repo;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What the records of a task carry in their envelope. Absent means unknown: nothing is made up on the way, and nothing
/// that a caller said is left out.
///
/// @param repo the system in whose name the records are written, the first part of their origin
/// @param said what the task belongs to, and what its caller said besides
public record TaskContext(String repo, String task, EvidenceEnvelope said) {

    /// Whether the records are AgentMesh's, and named as it names its own.
    boolean isAgentMesh() {
        return repo.equals(Repo.AGENTMESH.wire());
    }

    /// @param module the part of the system that writes the record
    EvidenceEnvelope envelope(String module, List<String> parents) {
        EvidenceEnvelope own = EvidenceEnvelope.issued(
                        said.text(EvidenceEnvelope.CORRELATION_ID).orElse(task), repo + "/" + module)
                .with(EvidenceEnvelope.TASK_ID, task);
        Map<String, JsonValue> members = new LinkedHashMap<>(own.members().members());
        said.members().without(EvidenceEnvelope.PARENT_IDS).members().forEach(members::putIfAbsent);
        EvidenceEnvelope envelope = new EvidenceEnvelope(new JsonObject(members));
        return parents.isEmpty() ? envelope : envelope.withParents(parents);
    }

    /// What the caller's task depends on.
    List<String> parents() {
        return said.members().array(EvidenceEnvelope.PARENT_IDS).orElse(JsonArray.EMPTY).items().stream()
                .flatMap(id ->
                        id instanceof JsonString(String text) ? List.of(text).stream() : List.<String>of().stream())
                .toList();
    }

    /// What a program is told that works for the task, such as Assay's gate.
    public Map<String, String> environment() {
        Map<String, String> environment = new LinkedHashMap<>();
        envelope("", List.of()).members().members().forEach((name, value) -> {
            boolean own = name.equals(EvidenceEnvelope.VERSION) || name.equals(EvidenceEnvelope.ORIGIN);
            if (!own && value instanceof JsonString(String text)) {
                environment.put(EvidenceEnvelope.variable(name), text);
            }
        });
        return environment;
    }
}

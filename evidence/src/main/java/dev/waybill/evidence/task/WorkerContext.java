package dev.waybill.evidence.task;

import dev.waybill.base.Digest;
import dev.waybill.base.EvidenceEnvelope;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a worker process is given: the text that tells it its task, whose digest stands on the weave row, and the
/// environment by which its own records join the same chain.
public record WorkerContext(String text) {

    /// Assay puts the records of a process that finds this under the trace that it names.
    public static final String ASSAY_TRACE_ID = "ASSAY_TRACE_ID";

    /// The text that AgentMesh gives its workers.
    public static WorkerContext of(String title, @Nullable String description, @Nullable String branch) {
        StringBuilder text = new StringBuilder("Task: ").append(title).append('\n');
        if (description != null) {
            text.append("Description: ").append(description).append('\n');
        }
        return new WorkerContext(text.append("Branch: ")
                .append(branch == null ? "" : branch)
                .append('\n')
                .toString());
    }

    public String hash() {
        return Digest.of(text.getBytes(StandardCharsets.UTF_8)).toString();
    }

    public Map<String, String> environment(String trace, String task, String correlation) {
        Map<String, String> environment = new LinkedHashMap<>();
        environment.put(ASSAY_TRACE_ID, trace);
        environment.put(EvidenceEnvelope.variable(EvidenceEnvelope.TASK_ID), task);
        environment.put(EvidenceEnvelope.variable(EvidenceEnvelope.CORRELATION_ID), correlation);
        return environment;
    }
}

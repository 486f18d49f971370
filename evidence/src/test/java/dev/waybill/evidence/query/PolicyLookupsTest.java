package dev.waybill.evidence.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.evidence.EvidenceFolder;
import dev.waybill.evidence.Rec;
import dev.waybill.evidence.index.EvidenceIndex;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What an answer costs, counted in questions to the index.
class PolicyLookupsTest {

    private static final Instant START = Instant.parse("2026-02-25T00:00:00Z");

    @TempDir
    Path folder;

    /// Ten transitions in an episode of fifty records, and changes of three levers before, between and after them.
    private EvidenceFolder files() {
        List<Rec> records = new ArrayList<>();
        List<Rec> changes = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            String at = START.plusSeconds(i * 60L).toString();
            String state = i % 10 == 9 ? "merged" : "running";
            records.add(Rec.of("agentmesh:r_" + i, "TASK_TRANSITION")
                    .at(at)
                    .task("task_" + i / 10)
                    .episode("ep_" + i / 50)
                    .correlation("corr_" + i / 10)
                    .parents(i % 10 == 0 ? new String[0] : new String[] {"agentmesh:r_" + (i - 1)})
                    .with("to_state", state));
            if (i % 5 == 0) {
                changes.add(Rec.of("ccio:apply_" + i, "POLICY_APPLY")
                        .at(at)
                        .policy("sha256:" + i)
                        .with("lever", "LEVER_" + i / 5 % 3)
                        .with("old_value", "v" + (i - 15))
                        .with("new_value", "v" + i));
            }
        }
        return new EvidenceFolder(folder)
                .add("agentmesh/events.jsonl", records.toArray(Rec[]::new))
                .add("ccio/policy.jsonl", changes.toArray(Rec[]::new));
    }

    @Test
    void aPolicyIsFoundWithFarFewerThanAHundredLookups() throws IOException {
        EvidenceFolder files = files();
        files.index().close();
        for (int task = 0; task < 50; task += 7) {
            // Opened anew, so that nothing is known from the question before.
            try (EvidenceIndex index = EvidenceIndex.open(files.indexFolder(), EvidenceFolder.FORMATS)) {
                long before = index.lookups();
                Answer answer = new Queries(index).policyAt("task_" + task, "merged");
                assertThat(answer.verdict()).isEqualTo(Verdict.DERIVED);
                assertThat(index.lookups() - before).as("task " + task).isLessThan(60);
            }
        }
    }
}

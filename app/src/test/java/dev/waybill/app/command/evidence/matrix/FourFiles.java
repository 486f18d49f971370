package dev.waybill.app.command.evidence.matrix;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import java.util.List;

/// One chain over the files of four systems: a task is merged, Assay takes note, Quintet recommends, CCIO applies.
record FourFiles(EvidenceDesk desk) {

    static final String CHAIN = "corr_2026_02_25";
    static final String TASK = "task_8c69bd04b163";
    static final String ASSAY = "assay/trace_20260225T120000_a1b2c3d4.jsonl";
    static final String QUINTET = "quintet/recs.jsonl";
    static final String CCIO = "ccio/policy.jsonl";

    static FourFiles in(EvidenceDesk desk) {
        TaskLife ended = new TaskLife(desk, TASK)
                .through(TaskLife.TO_MERGED, "--correlation-id", CHAIN, "--episode", "ep_019c937df84aa1eb219e35a7");
        FourFiles files = new FourFiles(ended.desk());
        String bridge = "agentmesh:" + Told.text(TaskLife.events(desk).getLast(), "event_id");
        files.emit(ASSAY, record("r_a1b2c3d4e5f6", "guardian_verdict", "assay/store", bridge));
        files.emit(
                QUINTET,
                record("qt_1", "POLICY_RECOMMENDATION", "quintet/policies", "assay:r_a1b2c3d4e5f6", bridge)
                        .replace(
                                "\"type\"",
                                "\"lever\":\"BRAIN_TEMPERATURE\",\"action\":\"PROMOTE\",\"current_value\":0.7,"
                                        + "\"recommended_value\":0.65,\"type\""));
        files.desk
                .folderOf(CCIO)
                .yes("apply", desk.path(QUINTET), "--origin", "ccio/guardian", "--to", desk.path(CCIO));
        return files;
    }

    /// A flat record, as a program hands it to `emit`.
    static String record(String id, String type, String origin, String... parents) {
        return JsonObject.builder()
                .put("receipt_id", id)
                .put("type", type)
                .put("_ewp_origin", origin)
                .put("_ewp_parent_ids", JsonArray.ofStrings(List.of(parents)))
                .build()
                .toString();
    }

    void emit(String file, String record) {
        emit(file, record, CHAIN);
    }

    void emit(String file, String record, String chain) {
        desk.file("record.json", record);
        desk.folderOf(file).yes("emit", desk.path("record.json"), "--to", desk.path(file), "--correlation-id", chain);
    }

    Told index() {
        return desk.index("agentmesh", "assay", "ccio", "quintet");
    }
}

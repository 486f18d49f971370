package dev.waybill.evidence.read.policy;

import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonObject;
import dev.waybill.evidence.Fact;
import dev.waybill.evidence.QualifiedId;
import dev.waybill.evidence.RecordContent;
import dev.waybill.evidence.RecordFormat;
import dev.waybill.evidence.Repo;
import dev.waybill.evidence.UnreadableRecord;
import dev.waybill.evidence.read.ContentDraft;
import dev.waybill.evidence.read.Members;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// `POLICY_RECOMMENDATION`, `POLICY_APPLY` and `POLICY_ROLLBACK`, flat, with the envelope at the root.
///
/// The protocol's own examples bring no id. A recommendation is then called by its run, which is its correlation id;
/// the others get an id that follows from what they say.
public final class PolicyRecord {

    public static final RecordFormat FORMAT = new RecordFormat("policy/record", PolicyRecord::content);

    private static final List<String> TYPES = List.of("POLICY_RECOMMENDATION", "POLICY_APPLY", "POLICY_ROLLBACK");

    private static final List<String> RUNS = List.of("quintet_run_id", "run_id");
    private static final List<String> TIMES =
            List.of("timestamp", "ts", "time", "applied_at", "reverted_at", "rolled_back_at", "created_at");
    private static final String RUN_PREFIX = "qt_";

    private PolicyRecord() {}

    /// The registry's name of a policy record; also under the alias that Assay's packs allow, `ewp.policy_apply/v0`.
    public static Optional<String> typeOf(JsonObject record) {
        return Members.first(record, List.of("type", "kind"))
                .map(PolicyRecord::registered)
                .filter(TYPES::contains);
    }

    private static String registered(String type) {
        String bare = type.startsWith("ewp.") ? type.substring(4).split("/", 2)[0] : type;
        return bare.toUpperCase(Locale.ROOT);
    }

    private static RecordContent content(JsonObject record, EvidenceEnvelope envelope) {
        String type = typeOf(record).orElseThrow(() -> new UnreadableRecord("expected a type of " + TYPES));
        boolean recommends = type.equals("POLICY_RECOMMENDATION");
        Repo home = Members.home(envelope).orElse(recommends ? Repo.QUINTET : Repo.CCIO);
        Optional<String> run = recommends ? run(record, envelope) : Optional.empty();
        String id = Members.first(record, List.of("receipt_id", "recommendation_id", "id"))
                .or(() -> run)
                .orElseGet(() -> Members.derivedId(type.toLowerCase(Locale.ROOT), record));
        ContentDraft draft = new ContentDraft(QualifiedId.parse(id, home), type, envelope)
                .at(Members.first(record, TIMES))
                .about(record)
                .alias(run);
        if (recommends) {
            draft.alias(envelope.text(EvidenceEnvelope.CORRELATION_ID));
        }
        return facts(record, draft).done();
    }

    /// What a policy record says of levers and values, for every format that carries one inside.
    public static ContentDraft facts(JsonObject record, ContentDraft draft) {
        return draft.fact(Fact.LEVER, Members.first(record, List.of("lever", "parameter_name")))
                .fact(Fact.OLD_VALUE, Members.value(record, List.of("old_value", "current_value")))
                .fact(Fact.NEW_VALUE, Members.value(record, List.of("new_value", "recommended_value", "reverted_to")))
                .fact(Fact.APPLIED_AT, Members.first(record, List.of("applied_at", "reverted_at", "rolled_back_at")))
                .fact(Fact.OUTCOME, Members.first(record, List.of("action", "outcome", "status")))
                .fact("reason", Members.text(record, "reason"))
                .fact("confidence", record.get("confidence"));
    }

    private static Optional<String> run(JsonObject record, EvidenceEnvelope envelope) {
        return Members.first(record, RUNS)
                .or(() -> envelope.text(EvidenceEnvelope.CORRELATION_ID).filter(text -> text.startsWith(RUN_PREFIX)));
    }
}

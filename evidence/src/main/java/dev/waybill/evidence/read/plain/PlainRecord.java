package dev.waybill.evidence.read.plain;

import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.evidence.Fact;
import dev.waybill.evidence.QualifiedId;
import dev.waybill.evidence.RecordContent;
import dev.waybill.evidence.RecordFormat;
import dev.waybill.evidence.Repo;
import dev.waybill.evidence.read.ContentDraft;
import dev.waybill.evidence.read.Members;
import dev.waybill.evidence.read.policy.PolicyRecord;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// A flat record with its envelope at the root. What it is called and when it happened is looked up under the names
/// that the known systems use; a record without any id gets one that follows from what it says.
public final class PlainRecord {

    public static final RecordFormat FORMAT =
            new RecordFormat("plain/record", List.of("", "payload", "metadata"), PlainRecord::content);

    private static final List<String> IDS = List.of("receipt_id", "event_id", "eventId", "id");
    private static final List<String> TYPES = List.of("type", "kind", "receipt_type");
    private static final List<String> TIMES =
            List.of("timestamp", "ts", "time", "applied_at", "created_at", "event_time", "started_at");
    private static final List<String> COMMITS = List.of("git_commit_sha", "commit_sha", "commit", "sha");
    private static final List<String> OUTCOMES = List.of("outcome", "verdict", "status");
    private static final List<String> PARENTS = List.of("parent_receipt_id", "parent_event_id", "parent_id");

    /// Ids that only one system makes, by the appendix of the protocol.
    private static final Pattern AGENTMESH = Pattern.compile("evt_\\d{6,}|(?:task|weave|spawn|att|cap)_[0-9a-f]{12}");

    private static final Pattern ASSAY = Pattern.compile("r_[0-9a-f]{12}");
    private static final Pattern QUINTET = Pattern.compile("qt_.+");

    private PlainRecord() {}

    private static RecordContent content(JsonObject record, EvidenceEnvelope envelope) {
        String type = Members.first(record, TYPES).orElse("RECORD");
        String id = Members.first(record, IDS).orElseGet(() -> Members.derivedId(prefix(type), record));
        Repo home = Members.home(envelope).orElseGet(() -> byShape(id));
        ContentDraft draft = new ContentDraft(QualifiedId.parse(id, home), type, envelope)
                .at(Members.first(record, TIMES))
                .about(record);
        PARENTS.forEach(name -> draft.parent(Members.text(record, name)));
        record.array("parent_ids").orElse(JsonArray.EMPTY).forEach(parent -> draft.parent(parent.asString()));
        return facts(record, draft).done();
    }

    private static ContentDraft facts(JsonObject record, ContentDraft draft) {
        ContentDraft told = record.has("lever") ? PolicyRecord.facts(record, draft) : draft;
        return told.fact(Fact.FROM_STATE, lower(record, "from_state"))
                .fact(Fact.TO_STATE, lower(record, "to_state"))
                .fact(Fact.CHECKPOINT, lower(record, "checkpoint"))
                .fact(Fact.TITLE, Members.text(record, "title"))
                .fact(Fact.COMMIT, Members.first(record, COMMITS))
                .fact(Fact.OUTCOME, Members.first(record, OUTCOMES));
    }

    private static Optional<String> lower(JsonObject record, String name) {
        return Members.text(record, name)
                .or(() -> Members.text(Members.object(record, "payload"), name))
                .map(state -> state.toLowerCase(Locale.ROOT));
    }

    /// Something that can stand in an id, whatever the type is called.
    private static String prefix(String type) {
        String words = type.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "_");
        return words.length() > 40 ? words.substring(0, 40) : words;
    }

    private static Repo byShape(String id) {
        if (AGENTMESH.matcher(id).matches()) {
            return Repo.AGENTMESH;
        }
        if (ASSAY.matcher(id).matches()) {
            return Repo.ASSAY;
        }
        return QUINTET.matcher(id).matches() ? Repo.QUINTET : Repo.WAYBILL;
    }
}

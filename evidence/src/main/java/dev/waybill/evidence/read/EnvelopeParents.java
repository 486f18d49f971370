package dev.waybill.evidence.read;

import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.evidence.QualifiedId;
import dev.waybill.evidence.Repo;
import java.util.ArrayList;
import java.util.List;

/// The parents that an envelope names, in its order. An entry that is no id is passed over.
public final class EnvelopeParents {

    private EnvelopeParents() {}

    /// @param home the system that a bare id means
    public static List<QualifiedId> of(EvidenceEnvelope envelope, Repo home) {
        return of(envelope.members().array(EvidenceEnvelope.PARENT_IDS).orElse(JsonArray.EMPTY), home);
    }

    public static List<QualifiedId> of(JsonArray ids, Repo home) {
        List<QualifiedId> parents = new ArrayList<>();
        for (JsonValue id : ids) {
            if (id instanceof JsonString(var text) && !text.isEmpty()) {
                parents.add(QualifiedId.parse(text, home));
            }
        }
        return parents;
    }
}

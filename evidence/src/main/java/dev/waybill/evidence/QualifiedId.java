package dev.waybill.evidence;

import dev.waybill.base.json.JsonArray;
import java.util.List;

/// An id together with the system that gave it: `agentmesh:evt_000042`.
///
/// It is a pointer, not a proof: several stores of one system may give the same id.
public record QualifiedId(Repo repo, String id) implements Comparable<QualifiedId> {

    public QualifiedId {
        if (id.isEmpty()) {
            throw new IllegalArgumentException("expected an id after " + repo.wire() + ":, found nothing");
        }
    }

    /// Reads an id as it stands in a record. Only the name of a known system before the first colon qualifies it:
    /// `sha256:…` is an id with a colon in it.
    ///
    /// @param home the system that the record belongs to, which a bare id means
    public static QualifiedId parse(String text, Repo home) {
        int colon = text.indexOf(':');
        if (colon > 0 && colon < text.length() - 1) {
            return Repo.of(text.substring(0, colon))
                    .map(repo -> new QualifiedId(repo, text.substring(colon + 1)))
                    .orElseGet(() -> new QualifiedId(home, text));
        }
        return new QualifiedId(home, text);
    }

    /// Ids that stand in a list, in its order. An entry that is no id is passed over.
    public static List<QualifiedId> all(JsonArray ids, Repo home) {
        return ids.items().stream()
                .flatMap(id -> id.asString().stream())
                .filter(text -> !text.isEmpty())
                .map(text -> parse(text, home))
                .toList();
    }

    @Override
    public int compareTo(QualifiedId other) {
        int byRepo = repo.compareTo(other.repo);
        return byRepo != 0 ? byRepo : id.compareTo(other.id);
    }

    @Override
    public String toString() {
        return repo.wire() + ":" + id;
    }
}

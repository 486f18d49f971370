package dev.waybill.evidence.read;

import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.evidence.Field;
import dev.waybill.evidence.Identity;
import dev.waybill.evidence.QualifiedId;
import dev.waybill.evidence.RecordContent;
import dev.waybill.evidence.RecordTime;
import dev.waybill.evidence.Repo;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A record's content under way: a format names what it knows, and leaves out what is absent. An empty text is absent.
public final class ContentDraft {

    private final QualifiedId id;
    private final String type;
    private final EvidenceEnvelope envelope;
    private final List<QualifiedId> aliases = new ArrayList<>();
    private final LinkedHashSet<QualifiedId> parents = new LinkedHashSet<>();
    private final LinkedHashSet<QualifiedId> links = new LinkedHashSet<>();
    private final EnumMap<Field, String> natives = new EnumMap<>(Field.class);
    private final JsonObject.Builder facts = JsonObject.builder();
    private @Nullable RecordTime time;

    /// The envelope's parents come first, in its order.
    public ContentDraft(QualifiedId id, String type, EvidenceEnvelope envelope) {
        this.id = id;
        this.type = type;
        this.envelope = envelope;
        envelope.members()
                .array(EvidenceEnvelope.PARENT_IDS)
                .ifPresent(ids -> parents.addAll(QualifiedId.all(ids, id.repo())));
    }

    public ContentDraft at(Optional<String> text) {
        time = text.flatMap(RecordTime::parse).orElse(time);
        return this;
    }

    /// What a native field says; the first one that says something is taken.
    public ContentDraft about(Field field, Optional<String> value) {
        value.filter(text -> !text.isEmpty()).ifPresent(text -> natives.putIfAbsent(field, text));
        return this;
    }

    /// What native fields say under the names that most systems use.
    public ContentDraft about(JsonObject record) {
        return about(Field.CORRELATION, record.string("correlation_id"))
                .about(Field.TASK, record.string("task_id"))
                .about(Field.EPISODE, record.string("episode_id"))
                .about(Field.AGENT, record.string("agent_id"))
                .about(Field.POLICY_VERSION, record.string("policy_version"))
                .about(Field.CONTEXT_HASH, record.string("context_hash"));
    }

    public ContentDraft parent(Optional<String> reference) {
        reference.filter(text -> !text.isEmpty()).ifPresent(text -> parents.add(QualifiedId.parse(text, id.repo())));
        return this;
    }

    /// What the own store links to, which goes before what the envelope names: it is the direct cause.
    public ContentDraft ownParent(Optional<String> reference) {
        reference
                .filter(text -> !text.isEmpty())
                .ifPresent(text -> parents.addFirst(QualifiedId.parse(text, id.repo())));
        return this;
    }

    /// What a native field says the record belongs to.
    public ContentDraft link(Optional<String> reference) {
        reference.filter(text -> !text.isEmpty()).ifPresent(text -> links.add(QualifiedId.parse(text, id.repo())));
        return this;
    }

    /// The same of several native fields.
    public ContentDraft links(JsonObject record, String... names) {
        for (String name : names) {
            link(record.string(name));
        }
        return this;
    }

    public ContentDraft alias(Optional<String> other) {
        other.filter(text -> !text.isEmpty())
                .map(text -> QualifiedId.parse(text, id.repo()))
                .filter(alias -> !alias.equals(id) && !aliases.contains(alias))
                .ifPresent(aliases::add);
        return this;
    }

    public ContentDraft fact(String name, Optional<String> value) {
        value.filter(text -> !text.isEmpty()).ifPresent(text -> facts.put(name, text));
        return this;
    }

    /// A value as it stands in the record, so that numbers keep their spelling.
    public ContentDraft fact(String name, @Nullable JsonValue value) {
        boolean said = value != null
                && !(value instanceof JsonString(var text) && text.isEmpty())
                && !(value instanceof dev.waybill.base.json.JsonNull);
        facts.putIfPresent(name, said ? value : null);
        return this;
    }

    public Repo repo() {
        return id.repo();
    }

    public RecordContent done() {
        links.removeAll(parents);
        links.remove(id);
        return new RecordContent(
                id,
                aliases,
                type,
                time,
                Identity.of(envelope, natives),
                List.copyOf(parents),
                List.copyOf(links),
                facts.build());
    }
}

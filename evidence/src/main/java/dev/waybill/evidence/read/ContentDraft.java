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
    private final EnumMap<Field, String> natives = new EnumMap<>(Field.class);
    private final JsonObject.Builder facts = JsonObject.builder();
    private @Nullable RecordTime time;

    /// The envelope's parents come first, in its order.
    public ContentDraft(QualifiedId id, String type, EvidenceEnvelope envelope) {
        this.id = id;
        this.type = type;
        this.envelope = envelope;
        parents.addAll(EnvelopeParents.of(envelope, id.repo()));
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
        return new RecordContent(
                id, aliases, type, time, Identity.of(envelope, natives), List.copyOf(parents), facts.build());
    }
}

package dev.waybill.evidence.query;

import dev.waybill.evidence.Fact;
import dev.waybill.evidence.QualifiedId;
import dev.waybill.evidence.ReceiptType;
import dev.waybill.evidence.index.EvidenceIndex;
import dev.waybill.evidence.index.IndexedRecord;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Follows references from record to record.
final class References {

    private final EvidenceIndex index;

    References(EvidenceIndex index) {
        this.index = index;
    }

    Resolved resolve(IndexedRecord from, QualifiedId id) {
        List<IndexedRecord> candidates = index.byId(id);
        if (candidates.isEmpty()) {
            List<IndexedRecord> elsewhere = index.byId(id.id());
            return elsewhere.isEmpty() ? new Resolved.Nowhere() : new Resolved.OtherSystem(elsewhere);
        }
        return choose(from, id, candidates);
    }

    /// A record's own id goes before another one's alias, and the own store before others.
    static Resolved choose(IndexedRecord from, QualifiedId id, List<IndexedRecord> candidates) {
        List<IndexedRecord> different = different(candidates);
        if (different.size() > 1) {
            different = narrowed(
                    different, different.stream().filter(record -> record.id().equals(id)));
        }
        if (different.size() > 1) {
            Store own = Store.of(from.record());
            different = narrowed(
                    different,
                    different.stream()
                            .filter(record -> Store.of(record.record()).equals(own)));
        }
        return different.size() == 1 ? new Resolved.One(different.getFirst()) : new Resolved.Several(different);
    }

    private static List<IndexedRecord> narrowed(List<IndexedRecord> all, Stream<IndexedRecord> some) {
        List<IndexedRecord> narrower = some.toList();
        return narrower.isEmpty() ? all : narrower;
    }

    /// Each record once, though several files hold a copy of it; only records of one id can be copies.
    static List<IndexedRecord> different(List<IndexedRecord> records) {
        Map<QualifiedId, List<IndexedRecord>> byId = new LinkedHashMap<>();
        List<IndexedRecord> different = new ArrayList<>();
        for (IndexedRecord record : records) {
            List<IndexedRecord> alike = byId.computeIfAbsent(record.id(), id -> new ArrayList<>(1));
            if (alike.stream().noneMatch(known -> isCopy(known, record))) {
                alike.add(record);
                different.add(record);
            }
        }
        return different;
    }

    /// The same JSON, or the same content in another layout: a pack keeps a row of a table as a line.
    static boolean isCopy(IndexedRecord one, IndexedRecord other) {
        boolean sameLayout =
                one.record().format().name().equals(other.record().format().name());
        return sameLayout
                ? one.record().json().equals(other.record().json())
                : one.content().equals(other.content());
    }

    /// The records of one type that name a record as their parent, and mean it.
    List<IndexedRecord> children(IndexedRecord parent, ReceiptType type) {
        return children(parent).stream().filter(child -> isOf(child, type)).toList();
    }

    List<IndexedRecord> children(IndexedRecord parent) {
        return names(parent)
                .flatMap(name -> index.children(name).stream()
                        .filter(child -> resolve(child, name) instanceof Resolved.One(IndexedRecord meant)
                                && isCopy(meant, parent)))
                .distinct()
                .toList();
    }

    static Stream<QualifiedId> names(IndexedRecord record) {
        return Stream.concat(Stream.of(record.id()), record.content().aliases().stream());
    }

    /// Whether a record brings a task into a state: its transition, or the event of a run that is the task.
    static boolean isTransition(IndexedRecord record) {
        boolean ofRun = record.content().type().startsWith("run.")
                && record.content().facts().has(Fact.TO_STATE);
        return ofRun || isOf(record, ReceiptType.TASK_TRANSITION);
    }

    static boolean isOf(IndexedRecord record, ReceiptType type) {
        return ReceiptType.of(record.content().type()).filter(type::equals).isPresent();
    }
}

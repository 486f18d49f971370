package dev.waybill.evidence.query;

import dev.waybill.base.Recent;
import dev.waybill.evidence.Fact;
import dev.waybill.evidence.QualifiedId;
import dev.waybill.evidence.ReceiptType;
import dev.waybill.evidence.index.EvidenceIndex;
import dev.waybill.evidence.index.FoundRecords;
import dev.waybill.evidence.index.IndexedRecord;
import dev.waybill.evidence.read.agentmesh.CommitRecord;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// Follows references from record to record.
final class References {

    /// Records of one id that are all looked at, to see whether they are copies of each other.
    private static final int MANY = 16;

    private record InStore(QualifiedId id, Store store) {}

    private final EvidenceIndex index;

    /// A few, as each may hold many records: a store in which all have one id asks for it again and again.
    private final Map<InStore, List<IndexedRecord>> lastOfStore = new Recent<>(4);

    References(EvidenceIndex index) {
        this.index = index;
    }

    Resolved resolve(IndexedRecord from, QualifiedId id) {
        if (index.rowsWithId(id.id()).limit(MANY + 1).count() > MANY) {
            List<IndexedRecord> own = ofStore(new InStore(id, Store.of(from.record())));
            if (!own.isEmpty()) {
                return own.size() == 1 ? new Resolved.One(own.getFirst()) : new Resolved.Several(own);
            }
        }
        List<IndexedRecord> candidates = index.byId(id);
        if (candidates.isEmpty() && EvidenceIndex.isCommit(id.id())) {
            return commit(from, id);
        }
        if (candidates.isEmpty()) {
            List<IndexedRecord> elsewhere = index.byId(id.id());
            return elsewhere.isEmpty() ? new Resolved.Nowhere() : new Resolved.OtherSystem(elsewhere);
        }
        return choose(from, id, candidates);
    }

    /// A commit by the beginning of its hash, where no other begins so.
    private Resolved commit(IndexedRecord from, QualifiedId id) {
        List<IndexedRecord> known = only(
                index.byCommit(id.id()),
                record -> record.content().type().equals(CommitRecord.TYPE)
                        && record.id().id().startsWith(id.id()));
        List<String> hashes = known.stream()
                .flatMap(record -> record.content().facts().string(Fact.COMMIT).stream())
                .distinct()
                .toList();
        return switch (hashes.size()) {
            case 0 -> new Resolved.Nowhere();
            case 1 -> choose(from, new QualifiedId(id.repo(), hashes.getFirst()), known);
            default -> new Resolved.Several(different(known));
        };
    }

    /// The records that stand for a commit: git's own, else those that AgentMesh wrote with it.
    ///
    /// @param about all that are about the commit
    static List<IndexedRecord> standFor(String commit, List<IndexedRecord> about) {
        List<Predicate<IndexedRecord>> best = List.of(
                record -> record.id().id().equals(commit),
                record -> record.content().type().equals(CommitRecord.TYPE),
                record -> record.content().type().equals("COMMIT"),
                record -> isOf(record, ReceiptType.WEAVE_EVENT));
        return best.stream()
                .map(isWanted -> different(only(about, isWanted)))
                .filter(found -> !found.isEmpty())
                .findFirst()
                .orElseGet(() -> different(about));
    }

    /// The records of this very id in one store. Where thousands of stores count alike, only these are read.
    private List<IndexedRecord> ofStore(InStore what) {
        List<IndexedRecord> known = lastOfStore.get(what);
        if (known != null) {
            return known;
        }
        int[] rows = index.rowsWithId(what.id().id())
                .filter(row -> what.store().holds(index.place(row)))
                .toArray();
        List<IndexedRecord> found = different(index.records(rows)
                .where(record -> record.id().equals(what.id())
                        && Store.of(record.record()).equals(what.store())));
        lastOfStore.put(what, found);
        return found;
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

    /// Each record once, though several files hold a copy of it.
    static List<IndexedRecord> different(List<IndexedRecord> records) {
        return Copies.without(records);
    }

    /// Those of which something is true; of many records only the rows are held.
    static List<IndexedRecord> only(List<IndexedRecord> records, Predicate<IndexedRecord> isWanted) {
        return records instanceof FoundRecords many
                ? many.where(isWanted)
                : records.stream().filter(isWanted).toList();
    }

    /// The same JSON, or the same content in another layout: a pack keeps a row of a table as a line.
    static boolean isCopy(IndexedRecord one, IndexedRecord other) {
        boolean sameLayout =
                one.record().format().name().equals(other.record().format().name());
        return sameLayout
                ? SameContent.isSame(one.record().json(), other.record().json())
                : SameContent.isSame(one.content(), other.content());
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

package dev.waybill.evidence.query;

import dev.waybill.evidence.Field;
import dev.waybill.evidence.FindingCode;
import dev.waybill.evidence.QualifiedId;
import dev.waybill.evidence.ReceiptType;
import dev.waybill.evidence.RecordTime;
import dev.waybill.evidence.index.EvidenceIndex;
import dev.waybill.evidence.index.IndexedRecord;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// Checks the references between records. Takes them one after the other and keeps only edges, so that it works on as
/// many as an index holds.
final class GraphCheck {

    private static final int MOST_NAMED = 20;

    private final EvidenceIndex index;
    private final References references;
    private final boolean oneChain;
    private final Findings findings = new Findings();
    private final Edges edges = new Edges();

    /// @param oneChain whether the records are those of one correlation id, so that everything else is outside
    GraphCheck(EvidenceIndex index, References references, boolean oneChain) {
        this.index = index;
        this.references = references;
        this.oneChain = oneChain;
    }

    void add(IndexedRecord record) {
        checkDuplicate(record);
        List<IndexedRecord> parents = new ArrayList<>();
        for (QualifiedId parent : record.content().parents()) {
            switch (references.resolve(record, parent)) {
                case Resolved.One one -> addParent(record, one.record(), parents);
                case Resolved.Several several -> ambiguous(record, parent, several.records());
                case Resolved.OtherSystem other ->
                    findings.add(
                            FindingCode.WRONG_PREFIX,
                            record,
                            record.id() + " names " + parent + ", which exists as "
                                    + other.records().getFirst().id());
                case Resolved.Nowhere _ ->
                    findings.add(
                            FindingCode.ORPHAN, record, record.id() + " names " + parent + ", which is in no file");
            }
        }
        checkCorrelation(record, parents);
        record.content().links().forEach(link -> addLink(record, link));
    }

    /// A link of the record's own system is an edge where it leads to a record, and says nothing of times and chains.
    private void addLink(IndexedRecord record, QualifiedId link) {
        switch (references.resolve(record, link)) {
            case Resolved.One(var meant) when !isItself(meant, record) -> edges.add(record.row(), meant.row());
            case Resolved.Several several -> ambiguous(record, link, several.records());
            case Resolved.One _, Resolved.OtherSystem _, Resolved.Nowhere _ -> {}
        }
    }

    private static boolean isItself(IndexedRecord one, IndexedRecord other) {
        return one.row() == other.row() || References.isCopy(one, other);
    }

    private void ambiguous(IndexedRecord record, QualifiedId parent, List<IndexedRecord> candidates) {
        findings.add(
                FindingCode.AMBIGUOUS_PARENT,
                record,
                record.id() + " names " + parent + ", which fits " + candidates.size() + " records: "
                        + places(candidates));
    }

    private void addParent(IndexedRecord child, IndexedRecord parent, List<IndexedRecord> parents) {
        if (isItself(parent, child)) {
            findings.add(FindingCode.SELF_PARENT, child, child.id() + " names itself as its parent");
            return;
        }
        edges.add(child.row(), parent.row());
        parents.add(parent);
        RecordTime childTime = child.content().time();
        RecordTime parentTime = parent.content().time();
        if (childTime != null && parentTime != null && childTime.at().isBefore(parentTime.at())) {
            findings.add(
                    FindingCode.CHILD_BEFORE_PARENT,
                    child,
                    child.id() + " (" + childTime.text() + ") is earlier than its parent " + parent.id() + " ("
                            + parentTime.text() + ")");
        }
    }

    /// A correlation id is handed on. Where the parents come from several chains a new one may begin.
    void checkCorrelation(IndexedRecord child, List<IndexedRecord> parents) {
        Optional<String> own = correlation(child);
        if (own.isEmpty()) {
            return;
        }
        List<String> handedOn = parents.stream()
                .flatMap(parent -> correlation(parent).stream())
                .distinct()
                .toList();
        if (handedOn.size() == 1 && !handedOn.getFirst().equals(own.get()) && !isRootOf(child, own.get())) {
            findings.add(
                    FindingCode.FOREIGN_CORRELATION,
                    child,
                    child.id() + " carries " + own.get() + ", its parents carry " + handedOn.getFirst());
            return;
        }
        for (IndexedRecord parent : parents) {
            Optional<String> other = correlation(parent);
            if (other.isPresent() ? !other.equals(own) : oneChain) {
                findings.add(
                        FindingCode.EXTERNAL,
                        child,
                        child.id() + " names " + parent.id() + ", which lies outside its chain"
                                + other.map(id -> " in " + id).orElse(""));
            }
        }
    }

    /// A run of Quintet is the root of what follows from it, whatever it looked at.
    private static boolean isRootOf(IndexedRecord record, String chain) {
        return References.isOf(record, ReceiptType.POLICY_RECOMMENDATION)
                && References.names(record).anyMatch(name -> name.id().equals(chain));
    }

    static Optional<String> correlation(IndexedRecord record) {
        return record.content().identity().value(Field.CORRELATION);
    }

    /// Told once for each pair of different records, at the later one. Counted ids repeat in every store.
    private void checkDuplicate(IndexedRecord record) {
        long alike = index.rowsWithId(record.id().id()).limit(2).count();
        if (alike < 2) {
            return;
        }
        boolean everywhere = !Store.isCounted(record.id());
        Store own = Store.of(record.record());
        index.rowsWithId(record.id().id())
                .filter(row -> row < record.row() && (everywhere || own.holds(index.place(row))))
                .mapToObj(index::record)
                .filter(other -> other.id().equals(record.id()) && !References.isCopy(other, record))
                .findFirst()
                .ifPresent(other -> findings.add(
                        FindingCode.DUPLICATE_ID,
                        record,
                        record.id() + " is another record at " + other.record().place()));
    }

    /// Looks for ways that lead back, once all records are in.
    void finish() {
        for (int[] cycle : edges.cycles()) {
            List<IndexedRecord> shown = Arrays.stream(cycle)
                    .limit(MOST_NAMED)
                    .mapToObj(index::record)
                    .toList();
            String way = shown.stream()
                    .map(record -> record.id() + " (" + record.record().place() + ")")
                    .collect(Collectors.joining(" → "));
            findings.add(
                    FindingCode.CYCLE,
                    shown.getFirst(),
                    "parents lead in a circle: " + way + (cycle.length > MOST_NAMED ? " → …" : ""));
        }
    }

    private static String places(List<IndexedRecord> records) {
        String named = records.stream()
                .limit(MOST_NAMED)
                .map(record -> record.record().place().toString())
                .collect(Collectors.joining(", "));
        return records.size() > MOST_NAMED ? named + ", …" : named;
    }

    Findings findings() {
        return findings;
    }

    Edges edges() {
        return edges;
    }
}

package dev.waybill.evidence.query;

import dev.waybill.evidence.index.FoundRecords;
import dev.waybill.evidence.index.IndexedRecord;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Tells each record from the copies of it that several files hold. Copies have one id, and the same JSON or the same
/// content; a number made of these is kept for each record, so that none is compared with all of its name.
final class Copies {

    private final List<IndexedRecord> records;
    private final Map<Long, int[]> placesByMark = new HashMap<>();

    /// By the hash of an id, the place of the only record that has it; -1 once there are more. Most ids occur once, and
    /// nothing else is looked at then.
    private final Map<Integer, Integer> single = new HashMap<>();

    private Copies(List<IndexedRecord> records) {
        this.records = records;
    }

    /// The first of each, in the order of the records.
    static List<IndexedRecord> without(List<IndexedRecord> records) {
        if (records.size() < 2) {
            return records;
        }
        Copies copies = new Copies(records);
        int[] place = {0};
        return records instanceof FoundRecords many
                ? many.where(record -> copies.isFirst(record, place[0]++))
                : records.stream()
                        .filter(record -> copies.isFirst(record, place[0]++))
                        .toList();
    }

    private boolean isFirst(IndexedRecord record, int place) {
        Integer earlier = single.putIfAbsent(record.id().hashCode(), place);
        if (earlier == null) {
            return true;
        }
        if (earlier >= 0) {
            single.put(record.id().hashCode(), -1);
            isNew(records.get(earlier), earlier);
        }
        return isNew(record, place);
    }

    private boolean isNew(IndexedRecord record, int place) {
        long byJson = mark(record, SameContent.hash(record.record().json()));
        long byContent = mark(record, ~SameContent.hash(record.content()));
        if (isKnown(byJson, record) || isKnown(byContent, record)) {
            return false;
        }
        add(byJson, place);
        // Content is compared with other layouts only, so one record of each layout stands for all.
        if (known(byContent).noneMatch(other -> isOneLayout(other, record) && isAlike(other, record))) {
            add(byContent, place);
        }
        return true;
    }

    private static boolean isOneLayout(IndexedRecord one, IndexedRecord other) {
        return one.record().format().name().equals(other.record().format().name());
    }

    private static boolean isAlike(IndexedRecord one, IndexedRecord other) {
        return SameContent.isSame(one.content(), other.content());
    }

    private static long mark(IndexedRecord record, int hash) {
        return ((long) record.id().hashCode() << Integer.SIZE) | Integer.toUnsignedLong(hash);
    }

    private Stream<IndexedRecord> known(long mark) {
        return Arrays.stream(placesByMark.getOrDefault(mark, new int[0])).mapToObj(records::get);
    }

    private boolean isKnown(long mark, IndexedRecord record) {
        return known(mark).anyMatch(other -> other.id().equals(record.id()) && References.isCopy(other, record));
    }

    private void add(long mark, int place) {
        placesByMark.merge(mark, new int[] {place}, (known, more) -> {
            int[] both = Arrays.copyOf(known, known.length + 1);
            both[known.length] = more[0];
            return both;
        });
    }
}

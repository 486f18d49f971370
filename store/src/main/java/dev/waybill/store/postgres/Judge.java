package dev.waybill.store.postgres;

import dev.waybill.journal.RunHeader;
import dev.waybill.journal.RunId;
import dev.waybill.journal.Segment;
import dev.waybill.journal.store.Append;
import dev.waybill.journal.store.Commit;
import dev.waybill.journal.store.IdempotencyKey;
import dev.waybill.journal.store.IdempotencyRecord;
import dev.waybill.journal.store.Latch;
import dev.waybill.journal.store.LatchKey;
import dev.waybill.journal.store.Transaction;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Says what becomes of each transaction of a batch, one after the other, from rows that are locked. One that
/// cannot be is skipped; the next ones are judged as if it had never come.
final class Judge {

    private final Map<RunId, RunRow> runs;
    private final Map<LatchKey, Latch> latches;
    private final Map<IdempotencyKey, IdempotencyRecord> answers;

    /// @param runs every run that the batch names, as far as it exists
    /// @param latches those that the batch names, as far as they exist
    /// @param answers the records under the batch's keys, expired ones too
    Judge(Map<RunId, RunRow> runs, Map<LatchKey, Latch> latches, Map<IdempotencyKey, IdempotencyRecord> answers) {
        this.runs = runs;
        this.latches = latches;
        this.answers = answers;
    }

    Commit judge(Transaction transaction) {
        IdempotencyRecord record = transaction.idempotency();
        IdempotencyRecord earlier = record == null ? null : answers.get(record.key());
        if (record != null && earlier != null && earlier.expiresAt().isAfter(record.createdAt())) {
            return new Commit.Answered(earlier);
        }
        Map<RunId, RunRow> after = new LinkedHashMap<>();
        for (Append append : transaction.appends()) {
            Commit refusal = add(append, after);
            if (refusal != null) {
                return refusal;
            }
        }
        Commit latched = latched(transaction);
        if (latched != null) {
            return latched;
        }
        runs.putAll(after);
        transaction.latches().forEach(latch -> latches.put(latch.key(), latch));
        if (record != null) {
            answers.put(record.key(), record);
        }
        return Commit.DONE;
    }

    /// Looked at last: a transaction that became true and is sent again is told so by its run.
    private @Nullable Commit latched(Transaction transaction) {
        for (Latch latch : transaction.latches()) {
            Latch there = latches.get(latch.key());
            long version = there == null ? 0 : there.version();
            if (version != latch.version() - 1) {
                return new Commit.Latched(latch.key(), version);
            }
        }
        return null;
    }

    /// The runs that the accepted transactions change, as they are afterwards.
    List<RunRow> changed() {
        return runs.values().stream().filter(row -> row.projection() != null).toList();
    }

    /// Those of some runs that exist afterwards, in the order of ids.
    SequencedSet<RunId> known(Stream<RunId> asked) {
        return asked.filter(runs::containsKey).collect(Collectors.toCollection(TreeSet::new));
    }

    private @Nullable Commit add(Append append, Map<RunId, RunRow> after) {
        RunHeader header = append.creates();
        return header == null ? extend(append, after) : create(append, header, after);
    }

    private @Nullable Commit extend(Append append, Map<RunId, RunRow> after) {
        RunRow row = find(append.run(), after);
        if (row == null) {
            return lost(append.run(), null);
        }
        if (!row.allows(append.fence())) {
            return new Commit.Fenced(append.run());
        }
        if (!row.isFollowedBy(append)) {
            return lost(append.run(), row);
        }
        after.put(append.run(), row.with(append));
        return null;
    }

    private @Nullable Commit create(Append append, RunHeader header, Map<RunId, RunRow> after) {
        RunRow present = find(append.run(), after);
        RunRow row = RunRow.created(header, append.fence());
        if (present != null || !row.isFollowedBy(append)) {
            return lost(append.run(), present);
        }
        Commit refusal = missing(header, after);
        if (refusal == null) {
            after.put(append.run(), row.with(append));
        }
        return refusal;
    }

    /// The first stretch of a prefix that is not there.
    private @Nullable Commit missing(RunHeader header, Map<RunId, RunRow> after) {
        long from = 0;
        for (Segment segment : header.prefix()) {
            RunRow source = find(segment.run(), after);
            if (source == null || !source.holds(from, segment.end())) {
                return lost(segment.run(), source);
            }
            from = segment.end();
        }
        return null;
    }

    private @Nullable RunRow find(RunId run, Map<RunId, RunRow> after) {
        RunRow changed = after.get(run);
        return changed == null ? runs.get(run) : changed;
    }

    private static Commit lost(RunId run, @Nullable RunRow row) {
        return new Commit.Lost(run, row == null ? -1 : row.head());
    }
}

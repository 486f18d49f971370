package dev.waybill.runtime.check;

import dev.waybill.journal.RunId;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Counts while a store is read, and passes findings on at once: a damaged store may have more than fit into memory.
final class Tally {

    private final Consumer<FsckFinding> sink;
    private long findings;
    private long damaged;
    long runs;
    long pruned;
    long events;
    long receipts;
    long definitions;
    long repeated;
    long unsealed;

    Tally(Consumer<FsckFinding> sink) {
        this.sink = sink;
    }

    void find(FsckCode code, @Nullable RunId run, @Nullable Long sequence, String message) {
        findings++;
        damaged += code.isDamage() ? 1 : 0;
        sink.accept(new FsckFinding(code, run, sequence, message));
    }

    /// Adds what was found and counted apart.
    void add(Tally other, List<FsckFinding> found) {
        found.forEach(sink);
        findings += other.findings;
        damaged += other.damaged;
        runs += other.runs;
        pruned += other.pruned;
        events += other.events;
        receipts += other.receipts;
        definitions += other.definitions;
        repeated += other.repeated;
    }

    FsckCounts counts() {
        return new FsckCounts(runs, pruned, events, receipts, definitions, repeated, unsealed, findings, damaged);
    }
}

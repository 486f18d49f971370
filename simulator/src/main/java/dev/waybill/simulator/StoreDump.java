package dev.waybill.simulator;

import dev.waybill.journal.RunId;
import dev.waybill.journal.memory.Memories;
import dev.waybill.journal.memory.MemoryLayer;
import dev.waybill.journal.memory.MemoryScope;
import dev.waybill.journal.store.Ownership.ClaimScope;
import dev.waybill.journal.store.ProcessId;
import dev.waybill.journal.store.RunQuery;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.StoredReceipt;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// Everything that a store's ports can tell, as a text to compare with another store's.
final class StoreDump {

    private static final int ALL = 1_000_000;
    private static final ProcessId NOBODY = new ProcessId("nobody");

    private StoreDump() {}

    /// @param runs those to ask for, besides all that are listed
    static String of(RunStore store, List<RunId> runs, Instant now) {
        List<String> lines = new ArrayList<>(AnswerText.of(store.runs(RunQuery.all(ALL))));
        for (RunId run : runs) {
            lines.add(AnswerText.of(store.run(run)));
            lines.addAll(AnswerText.of(store.events(run, 0, ALL)));
            for (StoredReceipt.Kind kind : StoredReceipt.Kind.values()) {
                lines.addAll(AnswerText.of(store.receipts(run, kind, 0, ALL)));
            }
            lines.add(AnswerText.of(store.receiptHead(run)));
        }
        lines.addAll(AnswerText.of(store.undelivered(TestRuns.DELIVERY, now, ALL)));
        lines.addAll(AnswerText.of(store.tokenKeys()));
        lines.addAll(AnswerText.of(store.apiKeys()));
        lines.addAll(memories(store.memories()));
        lines.add(AnswerText.of(store.nextDue(NOBODY, ClaimScope.ALL)));
        return String.join("\n", lines);
    }

    private static List<String> memories(Memories memories) {
        List<String> lines = new ArrayList<>();
        for (MemoryScope scope : memories.scopes(TestRuns.TENANT)) {
            lines.add(AnswerText.of(memories.mark(scope)));
            MemoryLayer everything = new MemoryLayer(scope, "", ALL, TestRuns.id(0), 0);
            lines.addAll(AnswerText.of(memories.read(everything, null, null)));
        }
        return lines;
    }
}

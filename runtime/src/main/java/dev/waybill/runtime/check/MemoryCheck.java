package dev.waybill.runtime.check;

import dev.waybill.journal.Event;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.RunId;
import dev.waybill.journal.event.AgentFact;
import dev.waybill.journal.memory.Memories;
import dev.waybill.journal.memory.MemoryWrite;
import dev.waybill.journal.memory.RunMemory;
import dev.waybill.journal.memory.StoredMemory;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Compares what a run's events tell of its memory with what the memory holds.
final class MemoryCheck {

    private final Memories memories;
    private final Tally tally;
    private final RunId run;
    private final @Nullable RunMemory memory;

    MemoryCheck(Memories memories, Tally tally, RunHeader header) {
        this.memories = memories;
        this.tally = tally;
        this.run = header.runId();
        this.memory = header.isReplay() ? null : RunMemory.of(header).orElse(null);
    }

    /// @param event one of the run's own
    void check(Event event) {
        String told = event.hidden().string(RunMemory.CONTENT).orElse(null);
        if (memory == null || told == null || !(event.fact() instanceof AgentFact.MemoryWritten fact)) {
            return;
        }
        Optional<MemoryWrite> kept = memories.history(memory.scope(), fact.memoryRef(), fact.memoryId()).stream()
                .map(StoredMemory::write)
                .filter(write -> run.equals(write.run()) && write.sequence() == event.sequence())
                .findFirst();
        if (kept.isEmpty() && memories.mark(memory.scope()).oldest() == 0) {
            find(event, "what it tells of is not in the memory, of which nothing was thrown away");
        }
        if (kept.isPresent() && !kept.get().digest().toString().equals(told)) {
            find(event, "the memory holds something else than what was written");
        }
    }

    private void find(Event event, String words) {
        tally.find(FsckCode.MEMORY_CHANGED, run, event.sequence(), words);
    }
}

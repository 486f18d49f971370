package dev.waybill.runtime;

import dev.waybill.engine.decide.MemoryVersions;
import dev.waybill.engine.state.Position;
import dev.waybill.journal.document.Documents;
import dev.waybill.journal.document.Shelf;
import dev.waybill.journal.memory.Memories;
import dev.waybill.journal.memory.MemoryScope;

/// What runs of a store share besides their own data: memory and files.
record StoredInputs(Memories memories, Documents documents) implements MemoryVersions {

    @Override
    public long newest(MemoryScope scope, Position place) {
        return memories.mark(scope).version();
    }

    @Override
    public long workspace(MemoryScope scope) {
        return documents.mark(Shelf.workspace(scope));
    }
}

package dev.waybill.engine.decide;

import dev.waybill.engine.state.Position;
import dev.waybill.journal.memory.MemoryScope;
import org.jspecify.annotations.Nullable;

/// What one decision was told of its run's memory.
final class AskedOnce implements MemoryVersions {

    private final MemoryVersions outside;
    private @Nullable Long newest;

    AskedOnce(MemoryVersions outside) {
        this.outside = outside;
    }

    @Override
    public long newest(MemoryScope scope, Position place) {
        if (newest == null) {
            newest = outside.newest(scope, place);
        }
        return newest;
    }

    @Override
    public long workspace(MemoryScope scope) {
        return outside.workspace(scope);
    }
}

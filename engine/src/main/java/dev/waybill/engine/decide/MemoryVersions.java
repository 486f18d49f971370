package dev.waybill.engine.decide;

import dev.waybill.engine.state.Position;
import dev.waybill.journal.memory.MemoryScope;

/// Tells how far a memory and a workspace have come by now. Like the time it comes from outside, and what a decision
/// was told is in its events.
@FunctionalInterface
public interface MemoryVersions {

    MemoryVersions NONE = (_, _) -> 0;

    /// @param place of the event that is to say it
    long newest(MemoryScope scope, Position place);

    /// The last change of a workspace.
    default long workspace(MemoryScope scope) {
        return 0;
    }

    /// For the events of one decision, which all say the same.
    default MemoryVersions forOneDecision() {
        return new AskedOnce(this);
    }
}

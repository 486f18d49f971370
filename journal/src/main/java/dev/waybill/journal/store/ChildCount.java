package dev.waybill.journal.store;

import java.util.List;

/// How many runs a run handed work to.
///
/// @param open how many of them have not ended
public record ChildCount(long all, long open) {

    static ChildCount of(List<StoredRun> children) {
        long ended = children.stream()
                .filter(child -> child.projection().status().isTerminal())
                .count();
        return new ChildCount(children.size(), children.size() - ended);
    }
}

package dev.waybill.agents.model;

import dev.waybill.engine.node.Spent;
import java.util.List;
import java.util.function.Supplier;

/// What one execution of a node may spend from: several budgets, each of which counts in its own way what was spent
/// before.
public interface Purse {

    /// Without bounds.
    Purse OPEN = new Purse() {};

    /// Something was spent from all of them.
    default void take(Spent more) {}

    default List<Slot> slots() {
        return List.of();
    }

    /// @param before what was spent before this execution, or by others meanwhile
    record Slot(Budget budget, Supplier<Spent> before) {}
}

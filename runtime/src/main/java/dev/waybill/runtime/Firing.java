package dev.waybill.runtime;

import dev.waybill.base.json.JsonObject;
import dev.waybill.journal.RunId;
import dev.waybill.journal.store.Latch;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// What a trigger brings to the run that it starts.
///
/// @param trigger which one it is; the run's header keeps it
/// @param compared what makes two firings under one key the same
/// @param latch moves in the transaction in which the run begins; null for a trigger that may fire at any time
public record Firing(
        JsonObject trigger, JsonObject compared, @Nullable Function<RunId, Latch> latch) {

    /// The option of a run's header that says what fired it.
    public static final String OPTION = "trigger";

    /// Whose keys these firings have: those of callers never meet them.
    static final String OPERATION = "triggers.fire";
}

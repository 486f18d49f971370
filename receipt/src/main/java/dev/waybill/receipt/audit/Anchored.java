package dev.waybill.receipt.audit;

import dev.waybill.base.json.JsonObject;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// That somebody else had a summary of a workflow, and how far it reaches here.
///
/// @param receipts how many receipts, counted from the first, cannot have been rewritten since
/// @param ended whether the run had ended by then: nothing can have been cut or added since
/// @param by who had it: a witness, a time-stamp service, or what the reader got it from
/// @param at when they had it at the latest; null where only the reader knows
public record Anchored(
        String workflow,
        long receipts,
        boolean ended,
        How how,
        String by,
        @Nullable Instant at) {

    /// What shows that they had it.
    public enum How {
        KEPT,
        WITNESS,
        TIMESTAMP;

        String wire() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    /// One sentence for people.
    public String sentence() {
        String since = at == null ? "since " + by + " holds it" : "since " + at + ", when " + by + " had it";
        return "receipts 1 to " + receipts + (ended ? " and the end" : "") + " cannot have been rewritten " + since;
    }

    JsonObject toJson() {
        return JsonObject.of("workflow_id", workflow)
                .with("receipts", receipts)
                .with("ended", ended)
                .with("how", how.wire())
                .with("by", by)
                .withIfPresent("at", at == null ? null : at.toString());
    }
}

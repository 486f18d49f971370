package dev.waybill.receipt.audit;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Whether a set is all that there is, beside the verdict about what it holds: complete, or partial and why.
///
/// Only what is signed can make a set complete: a final summary that commits to exactly the receipts here, and
/// every child that a hand-over names. What a container says about itself counts for nothing.
///
/// @param reasons why the set is partial, the first by weight and workflow; empty when it is complete
/// @param count how many reasons there are, listed or not
public record Completeness(List<Reason> reasons, long count) {

    /// Why a set is partial; in the order in which reasons are told.
    public enum Cause {
        /// It is a selection of receipts, which claims no more.
        SELECTION,
        /// No summary says how many receipts there should be.
        NO_SUMMARY,
        /// The newest summary says that the run goes on.
        OPEN_RUN,
        /// The summary is signed by somebody who did not begin the workflow.
        FOREIGN_SUMMARY,
        /// The receipts here are not exactly those that the summary commits to.
        OTHER_RECEIPTS,
        /// The summary names receipts by id only, which binds no bytes.
        CONTENTS_UNBOUND,
        /// A hand-over names a child workflow that is not here.
        CHILD_LEFT_OUT,
        /// The workflow names the receipt that started it, which is not here.
        CALLER_LEFT_OUT,
        /// The run continues another one, whose receipts before the fork are not here.
        SOURCE_LEFT_OUT,
        /// A receipt belongs to no workflow, so that no summary commits to it.
        OUTSIDE_WORKFLOWS,
        /// Something is false or missing: until that is settled, nothing here is known to be whole.
        FINDINGS;

        public String wire() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /// One reason, for one workflow or for the whole set.
    public record Reason(Cause cause, @Nullable String workflow, String message) {

        static final Comparator<Reason> ORDER = Comparator.comparing(Reason::cause)
                .thenComparing(Reason::workflow, Comparator.nullsFirst(Comparator.naturalOrder()))
                .thenComparing(Reason::message);

        JsonObject toJson() {
            return JsonObject.of("cause", cause.wire())
                    .withIfPresent("workflow_id", workflow)
                    .with("message", message);
        }
    }

    public Completeness {
        reasons = List.copyOf(reasons);
    }

    public boolean isComplete() {
        return count == 0;
    }

    /// `complete`, or `partial` with its first reason.
    public String sentence() {
        if (isComplete()) {
            return "complete";
        }
        String more = count == 1 ? "" : " (and " + (count - 1) + (count == 2 ? " more reason)" : " more reasons)");
        return "partial: " + reasons.getFirst().message() + more;
    }

    JsonObject toJson() {
        List<JsonValue> listed = new ArrayList<>();
        reasons.forEach(reason -> listed.add(reason.toJson()));
        return JsonObject.of("result", isComplete() ? "complete" : "partial")
                .with("reasons", new JsonArray(listed))
                .with("reason_count", count);
    }
}

package dev.waybill.runtime.guided;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.guided.Blocker;
import dev.waybill.engine.guided.Pending;
import dev.waybill.engine.guided.Rendering;
import dev.waybill.engine.state.Lineage;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.store.StoredReceipt;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Writes the answers of `workflow_start` and `workflow_advance`. The fields of the contract are always there, in its
/// order; the others only when they say something.
record AnswerWriter(TokenCodec tokens) {

    static final String RECEIPT_REF = "org.peacprotocol/receipt_ref";

    /// What an answer says besides where the run stands.
    ///
    /// @param receipts those of this very call
    /// @param forked where this branch comes from; null where it is none
    /// @param given the call that was blocked
    /// @param soFar what was noted and set before; null unless it was asked for
    record Extras(
            List<Notice> warnings,
            List<StoredReceipt> receipts,
            @Nullable Fork forked,
            List<Blocker> blockers,
            JsonObject given,
            @Nullable SoFar soFar) {

        /// When nothing happened.
        static Extras only(List<Notice> warnings) {
            return new Extras(warnings, List.of(), null, List.of(), JsonObject.EMPTY, null);
        }

        Extras with(List<StoredReceipt> signed, @Nullable Fork fork) {
            return new Extras(warnings, signed, fork, blockers, given, soFar);
        }

        Extras blocked(List<Blocker> reasons, JsonObject call) {
            return new Extras(warnings, receipts, forked, reasons, call, soFar);
        }

        Extras after(SoFar history) {
            return new Extras(warnings, receipts, forked, blockers, given, history);
        }
    }

    /// @param fromRunId the run that it branched from
    /// @param sameRun whether the branch is in the same run
    record Fork(String fromRunId, boolean sameRun) {}

    GuidedAnswer at(RunState state, Lineage.Place place, @Nullable String ackToken, Extras extras) {
        Pending pending = Rendering.pending(
                        Objects.requireNonNull(state.lineage()).workflow(), place.state())
                .orElse(null);
        TokenPair pair = TokenPair.of(state.header(), place);
        String stateToken = tokens.write(TokenKind.STATE, pair.state().ref());
        String ack = ackToken != null || pair.ack() == null
                ? ackToken
                : tokens.write(TokenKind.ACK, pair.ack().ref());
        JsonObject.Builder json = JsonObject.builder()
                .put("stateToken", stateToken)
                .put("pending", pending == null ? JsonNull.NULL : pending(pending))
                .put("ackToken", ack == null ? JsonNull.NULL : new JsonString(ack))
                .put("isComplete", pending == null)
                .put("session", session(state.header()))
                .put("workflowId", state.header().definitionId());
        extras(json, extras);
        JsonObject structured = json.build();
        return new GuidedAnswer(structured, AnswerText.of(structured), meta(extras.receipts()), false);
    }

    static JsonObject session(RunHeader header) {
        return JsonObject.of("sessionId", Objects.requireNonNull(header.session()))
                .with("runId", header.runId().value());
    }

    private static JsonObject pending(Pending pending) {
        return JsonObject.of("stepId", pending.stepId())
                .with("title", pending.title())
                .with("prompt", pending.prompt())
                .with("requireConfirmation", pending.requireConfirmation());
    }

    private static void extras(JsonObject.Builder json, Extras extras) {
        if (!extras.blockers().isEmpty()) {
            List<JsonValue> reasons = new ArrayList<>();
            extras.blockers().forEach(blocker -> reasons.add(blocker.toJson()));
            JsonArray problems = new JsonArray(reasons);
            json.put(
                    "blocked",
                    JsonObject.of("reasons", problems)
                            .with("next", AnswerText.UNBLOCK)
                            .with("call", CorrectedCall.of(GuidedTool.ADVANCE, extras.given(), "", problems)));
        }
        receipts(json, extras.receipts());
        Fork fork = extras.forked();
        if (fork != null) {
            json.put(
                    "lineage",
                    JsonObject.of("forked", JsonBool.TRUE)
                            .with("fromRunId", fork.fromRunId())
                            .with("sameRun", fork.sameRun())
                            .with("next", AnswerText.RETURN));
        }
        json.putIfPresent(
                "soFar", extras.soFar() == null ? null : extras.soFar().toJson());
        if (!extras.warnings().isEmpty()) {
            List<JsonValue> warnings = new ArrayList<>();
            extras.warnings().forEach(warning -> warnings.add(warning.toJson()));
            json.put("warnings", new JsonArray(warnings));
        }
    }

    private static void receipts(JsonObject.Builder json, List<StoredReceipt> receipts) {
        Digest step = newest(receipts, StoredReceipt.Kind.STEP);
        Digest summary = newest(receipts, StoredReceipt.Kind.SUMMARY);
        if (step != null || summary != null) {
            json.put(
                    "receipts",
                    JsonObject.EMPTY
                            .withIfPresent("step", step == null ? null : step.toString())
                            .withIfPresent("summary", summary == null ? null : summary.toString()));
        }
    }

    /// One receipt for each result: that of the step, or of the run's creation.
    private static JsonObject meta(List<StoredReceipt> receipts) {
        Digest step = newest(receipts, StoredReceipt.Kind.STEP);
        return step == null ? JsonObject.EMPTY : JsonObject.of(RECEIPT_REF, step.toString());
    }

    private static @Nullable Digest newest(List<StoredReceipt> receipts, StoredReceipt.Kind kind) {
        return receipts.stream()
                .filter(receipt -> receipt.kind() == kind)
                .map(StoredReceipt::ref)
                .reduce((_, later) -> later)
                .orElse(null);
    }
}

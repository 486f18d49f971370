package dev.waybill.runtime;

import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.carry.Carried;
import dev.waybill.journal.Origin;
import dev.waybill.journal.ReceiptPolicy;
import dev.waybill.journal.RemoteRun;
import dev.waybill.workflow.WorkflowDefinition;
import org.jspecify.annotations.Nullable;

/// A run that somebody wants.
///
/// @param configurable bounds and settings of this run: `recursionLimit`, `runTimeoutMs`, …
/// @param envelope what the caller brings of the evidence envelope; without a correlation id the run is a root
/// @param receipts how it is signed for; null means as the host does
/// @param idempotencyKey two requests of one tenant with the same key start one run
/// @param memoryScope which of the tenant's memories it uses, if it uses any; null means the shared one
/// @param how the circumstances of its start
public record StartRequest(
        WorkflowDefinition definition,
        JsonObject inputs,
        JsonObject configurable,
        JsonObject metadata,
        EvidenceEnvelope envelope,
        @Nullable ReceiptPolicy receipts,
        @Nullable String idempotencyKey,
        @Nullable String memoryScope,
        Circumstances how) {

    /// What is out of the ordinary about a start.
    ///
    /// @param remote the run on another host that hands this work over; null when somebody starts it
    /// @param alone whether it starts only if no other run of the workflow is under way for this tenant
    /// @param callbackUrl who hears of its end, and of its questions; null for nobody
    /// @param firing what starts it by itself; null when somebody does
    public record Circumstances(
            Origin.@Nullable Remote remote,
            boolean alone,
            @Nullable String callbackUrl,
            @Nullable Firing firing) {

        static final Circumstances USUAL = new Circumstances(null, false, null, null);
    }

    /// Options of the run's header.
    public static final String CALLBACK = "callbackUrl";

    public static final String TAGS = "tags";

    public StartRequest(
            WorkflowDefinition definition,
            JsonObject inputs,
            JsonObject configurable,
            JsonObject metadata,
            EvidenceEnvelope envelope,
            @Nullable ReceiptPolicy receipts,
            @Nullable String idempotencyKey,
            @Nullable String memoryScope) {
        this(
                definition,
                inputs,
                configurable,
                metadata,
                envelope,
                receipts,
                idempotencyKey,
                memoryScope,
                Circumstances.USUAL);
    }

    public StartRequest(
            WorkflowDefinition definition,
            JsonObject inputs,
            JsonObject configurable,
            JsonObject metadata,
            EvidenceEnvelope envelope,
            @Nullable ReceiptPolicy receipts,
            @Nullable String idempotencyKey) {
        this(definition, inputs, configurable, metadata, envelope, receipts, idempotencyKey, null);
    }

    Origin.@Nullable Remote remote() {
        return how.remote();
    }

    boolean alone() {
        return how.alone();
    }

    @Nullable
    String callbackUrl() {
        return how.callbackUrl();
    }

    @Nullable
    Firing firing() {
        return how.firing();
    }

    /// The same, handed over by a run on another host, if one is told.
    ///
    /// @param cause how it came here
    public StartRequest from(Carried carried, Origin.Remote.Cause cause) {
        RemoteRun parent = carried.parent();
        Origin.Remote remote = parent == null ? null : new Origin.Remote(parent, cause);
        return with(
                carried.intoMetadata(metadata),
                carried.into(envelope),
                new Circumstances(remote, how.alone(), how.callbackUrl(), how.firing()));
    }

    /// The same, only if no other run of the workflow is under way for this tenant.
    public StartRequest alone(boolean wanted) {
        return with(metadata, envelope, new Circumstances(how.remote(), wanted, how.callbackUrl(), how.firing()));
    }

    /// The same, and somebody hears of its end and of its questions.
    ///
    /// @param url null for nobody
    public StartRequest callingBack(@Nullable String url) {
        return with(metadata, envelope, new Circumstances(how.remote(), how.alone(), url, how.firing()));
    }

    /// The same, started by a trigger.
    public StartRequest firedBy(Firing trigger) {
        return with(metadata, envelope, new Circumstances(how.remote(), how.alone(), how.callbackUrl(), trigger));
    }

    private StartRequest with(JsonObject said, EvidenceEnvelope brought, Circumstances other) {
        return new StartRequest(
                definition, inputs, configurable, said, brought, receipts, idempotencyKey, memoryScope, other);
    }

    public static StartRequest of(WorkflowDefinition definition, JsonObject inputs) {
        return new StartRequest(
                definition, inputs, JsonObject.EMPTY, JsonObject.EMPTY, EvidenceEnvelope.NONE, null, null);
    }
}

package dev.waybill.runtime;

import dev.waybill.base.Digest;
import dev.waybill.base.json.Jcs;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonReader;
import dev.waybill.engine.decide.RefusalCode;
import dev.waybill.engine.decide.Refused;
import dev.waybill.journal.store.Blob;
import dev.waybill.journal.store.Blobs;
import dev.waybill.workflow.CompiledWorkflow;
import dev.waybill.workflow.DefinitionReader;
import dev.waybill.workflow.Read;
import dev.waybill.workflow.WorkflowDefinition;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Definitions as runs have pinned them: by digest, kept in the store with the run that needs them.
final class Definitions {

    private final Blobs blobs;
    private final Map<Digest, CompiledWorkflow> compiled = new ConcurrentHashMap<>();

    Definitions(Blobs blobs) {
        this.blobs = blobs;
    }

    /// What is compiled is what every other process will read, not what the author wrote: canonical bytes have their
    /// members in another order, and that order shows in events.
    CompiledWorkflow compile(WorkflowDefinition definition) {
        return compiled.computeIfAbsent(
                definition.digest(),
                digest -> CompiledWorkflow.of(read(digest, blob(definition).bytes())));
    }

    /// The canonical bytes, whose digest is the definition's.
    static Blob blob(WorkflowDefinition definition) {
        return new Blob(definition.digest(), Jcs.canonicalBytes(definition.toJson()));
    }

    CompiledWorkflow pinned(Digest digest) {
        CompiledWorkflow known = compiled.get(digest);
        return known != null ? known : compiled.computeIfAbsent(digest, _ -> CompiledWorkflow.of(load(digest)));
    }

    private WorkflowDefinition load(Digest digest) {
        byte[] bytes = blobs.blob(digest)
                .orElseThrow(() -> new Refused(
                        RefusalCode.WORKFLOW_NOT_FOUND, "the store holds no definition with digest " + digest));
        return read(digest, bytes);
    }

    private static WorkflowDefinition read(Digest digest, byte[] bytes) {
        return switch (DefinitionReader.read(JsonReader.readObject(bytes, JsonLimits.DOCUMENT))) {
            case Read.Ok ok -> ok.definition();
            case Read.Bad bad ->
                throw new Refused(
                        RefusalCode.WORKFLOW_NOT_FOUND,
                        "the stored definition %s cannot be read by this version: %s"
                                .formatted(digest, bad.errors().getFirst().message()));
        };
    }
}

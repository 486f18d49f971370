package dev.waybill.runtime;

import dev.waybill.base.Digest;
import dev.waybill.base.Recent;
import dev.waybill.base.json.Jcs;
import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.decide.RefusalCode;
import dev.waybill.engine.decide.Refused;
import dev.waybill.journal.store.Blob;
import dev.waybill.journal.store.Blobs;
import dev.waybill.journal.store.KeptJson;
import dev.waybill.workflow.CompiledWorkflow;
import dev.waybill.workflow.DefinitionReader;
import dev.waybill.workflow.Read;
import dev.waybill.workflow.WorkflowDefinition;
import dev.waybill.workflow.guided.GuidedWorkflow;
import dev.waybill.workflow.guided.StepNodes;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Definitions as runs have pinned them: by digest, kept in the store with the run that needs them.
final class Definitions {

    private static final int REMEMBERED = 10_000;

    private final Blobs blobs;
    private final Map<Digest, CompiledWorkflow> compiled = new ConcurrentHashMap<>();
    private final Map<Digest, GuidedWorkflow> guides = new ConcurrentHashMap<>();
    private final Map<Digest, Boolean> stored = new Recent<>(REMEMBERED);

    Definitions(Blobs blobs) {
        this.blobs = blobs;
    }

    /// What is compiled is what every other process will read, not what the author wrote: canonical bytes have their
    /// members in another order, and that order shows in events.
    CompiledWorkflow compile(WorkflowDefinition definition) {
        return compiled.computeIfAbsent(
                definition.digest(),
                digest -> CompiledWorkflow.of(
                        read(digest, parsed(digest, blob(definition).bytes()))));
    }

    /// Those that may be missing in the store: what was committed once is never written again.
    List<Blob> unstored(Collection<WorkflowDefinition> definitions) {
        List<Blob> blobs = new ArrayList<>();
        for (WorkflowDefinition definition : definitions) {
            if (!isStored(definition.digest())) {
                blobs.add(blob(definition));
            }
        }
        return blobs;
    }

    private boolean isStored(Digest digest) {
        synchronized (stored) {
            return stored.get(digest) != null;
        }
    }

    /// They are in the store now, and no store ever gives one up.
    void stored(List<Blob> blobs) {
        synchronized (stored) {
            blobs.forEach(blob -> stored.put(blob.digest(), true));
        }
    }

    /// The canonical bytes, whose digest is the definition's.
    static Blob blob(WorkflowDefinition definition) {
        return new Blob(definition.digest(), Jcs.canonicalBytes(definition.toJson()));
    }

    CompiledWorkflow pinned(Digest digest) {
        CompiledWorkflow known = compiled.get(digest);
        return known != null ? known : compiled.computeIfAbsent(digest, _ -> CompiledWorkflow.of(load(digest)));
    }

    /// A guided workflow, compiled before it was pinned.
    GuidedWorkflow guided(Digest digest) {
        return guides.computeIfAbsent(digest, _ -> GuidedWorkflow.read(document(digest)));
    }

    /// The nodes of a guided workflow.
    CompiledWorkflow steps(GuidedWorkflow guide) {
        return compiled.computeIfAbsent(guide.digest(), _ -> StepNodes.of(guide));
    }

    private JsonObject document(Digest digest) {
        byte[] bytes = blobs.blob(digest)
                .orElseThrow(() -> new Refused(
                        RefusalCode.WORKFLOW_NOT_FOUND, "the store holds no definition with digest " + digest));
        return parsed(digest, bytes);
    }

    private static JsonObject parsed(Digest digest, byte[] bytes) {
        return KeptJson.read(bytes, "blobs, definition " + digest);
    }

    private WorkflowDefinition load(Digest digest) {
        return read(digest, document(digest));
    }

    private static WorkflowDefinition read(Digest digest, JsonObject document) {
        return switch (DefinitionReader.read(document)) {
            case Read.Ok ok -> ok.definition();
            case Read.Bad bad ->
                throw new Refused(
                        RefusalCode.WORKFLOW_NOT_FOUND,
                        "the stored definition %s cannot be read by this version: %s"
                                .formatted(digest, bad.errors().getFirst().message()));
        };
    }
}

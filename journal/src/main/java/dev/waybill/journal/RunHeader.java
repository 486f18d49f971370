package dev.waybill.journal;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonObject;
import dev.waybill.journal.event.Times;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What is fixed when a run is created and never changes: with the events it is the whole truth about the run.
///
/// @param workflowId the `workflow_id` of this run's receipts, its own for every run
/// @param definitionId the id that the definition's author gave
/// @param definition the digest that pins the definition
/// @param correlationId from the caller, or the root's workflow id; children and forks carry it on
/// @param prefix the events shared with other runs, oldest first; empty unless forked
/// @param options what the caller asked for: `configurable`, `tags`, `metadata`, `callbackUrl`
/// @param session the session of a guided run, which an agent paces; null for a graph, which the host paces
public record RunHeader(
        RunId runId,
        String tenant,
        String workflowId,
        String definitionId,
        Digest definition,
        String correlationId,
        Origin origin,
        List<Segment> prefix,
        ReceiptPolicy receipts,
        RunSeed seed,
        String engineVersion,
        Instant createdAt,
        JsonObject options,
        @Nullable String session) {

    /// More shared stretches than this are copied, so that a read never goes around too many corners.
    public static final int MOST_SEGMENTS = 16;

    /// The header of a graph's run.
    public RunHeader(
            RunId runId,
            String tenant,
            String workflowId,
            String definitionId,
            Digest definition,
            String correlationId,
            Origin origin,
            List<Segment> prefix,
            ReceiptPolicy receipts,
            RunSeed seed,
            String engineVersion,
            Instant createdAt,
            JsonObject options) {
        this(
                runId,
                tenant,
                workflowId,
                definitionId,
                definition,
                correlationId,
                origin,
                prefix,
                receipts,
                seed,
                engineVersion,
                createdAt,
                options,
                null);
    }

    public RunHeader {
        Objects.requireNonNull(runId);
        Objects.requireNonNull(definition);
        Objects.requireNonNull(origin);
        Objects.requireNonNull(seed);
        createdAt = Times.micros(createdAt);
        prefix = List.copyOf(prefix);
        long end = 0;
        for (Segment segment : prefix) {
            if (segment.end() <= end) {
                throw new IllegalArgumentException("segments follow each other, found " + prefix);
            }
            end = segment.end();
        }
    }

    /// How many events of the log are other runs'.
    public long prefixLength() {
        return prefix.isEmpty() ? 0 : prefix.getLast().end();
    }

    public boolean isGuided() {
        return session != null;
    }

    public boolean isReplay() {
        return origin instanceof Origin.Fork fork && fork.mode().repeats();
    }
}

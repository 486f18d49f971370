package dev.waybill.runtime;

import dev.waybill.base.Digest;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.Event;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.document.Document;
import dev.waybill.journal.document.Documents;
import dev.waybill.journal.document.Edit;
import dev.waybill.journal.document.RunPlace;
import dev.waybill.journal.document.RunWorkspace;
import dev.waybill.journal.event.ActivityFact;
import dev.waybill.journal.event.InputFact;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A file that an activity has written. Which version it makes is known when its outcome is decided, and decided anew
/// when somebody else was first.
@SuppressWarnings("ArrayRecordComponent")
record FileDraft(String path, byte[] content, @Nullable String type, Instant at) {

    Digest digest() {
        return Digest.of(content);
    }

    /// The facts of an outcome, each write with the version that it would make now.
    static List<ActivityFact> numbered(List<ActivityFact> facts, RunState state, Documents documents) {
        if (facts.stream().noneMatch(InputFact.WorkspaceUpdated.class::isInstance)) {
            return facts;
        }
        RunWorkspace workspace = RunWorkspace.of(state.header()).orElseThrow();
        Map<String, Long> versions = new LinkedHashMap<>();
        List<ActivityFact> numbered = new ArrayList<>();
        for (ActivityFact fact : facts) {
            numbered.add(
                    fact instanceof InputFact.WorkspaceUpdated told
                            ? new InputFact.WorkspaceUpdated(
                                    told.nodeId(),
                                    told.path(),
                                    versions.merge(
                                            told.path(),
                                            newest(workspace, documents, told.path()) + 1,
                                            (then, _) -> then + 1))
                            : fact);
        }
        return numbered;
    }

    /// What lies below a branch's own files counts, so that a file's versions go on.
    private static long newest(RunWorkspace workspace, Documents documents, String path) {
        return documents
                .newest(workspace.shelf(), path)
                .map(Document::version)
                .orElseGet(() -> workspace.place().scope().isOwn() ? workspace.below(documents, path) : 0L);
    }

    /// What becomes true with the events that tell of it.
    static List<Edit> told(List<FileDraft> drafts, RunHeader header, List<Event> events) {
        if (drafts.isEmpty()) {
            return List.of();
        }
        RunWorkspace workspace = RunWorkspace.of(header).orElseThrow();
        Deque<FileDraft> open = new ArrayDeque<>(drafts);
        List<Edit> edits = new ArrayList<>();
        for (Event event : events) {
            if (event.fact() instanceof InputFact.WorkspaceUpdated told && !open.isEmpty()) {
                FileDraft draft = open.remove();
                edits.add(new Edit(
                        workspace.shelf(),
                        draft.path(),
                        draft.type(),
                        draft.content(),
                        draft.at(),
                        "%s/%s".formatted(header.runId(), told.nodeId()),
                        Edit.ANY,
                        told.version(),
                        new RunPlace(header.runId(), workspace.place().path(), event.sequence())));
            }
        }
        if (!open.isEmpty()) {
            throw new IllegalStateException("no event tells of " + open.peek().path());
        }
        return edits;
    }
}

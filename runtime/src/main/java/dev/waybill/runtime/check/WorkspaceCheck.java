package dev.waybill.runtime.check;

import dev.waybill.base.Digest;
import dev.waybill.journal.Event;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.RunId;
import dev.waybill.journal.document.Document;
import dev.waybill.journal.document.Documents;
import dev.waybill.journal.document.RunPlace;
import dev.waybill.journal.document.RunWorkspace;
import dev.waybill.journal.event.InputFact;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Compares what a run's events tell of the files that it wrote with what the workspace holds.
final class WorkspaceCheck {

    private final Documents documents;
    private final Tally tally;
    private final RunId run;
    private final @Nullable RunWorkspace workspace;

    WorkspaceCheck(Documents documents, Tally tally, RunHeader header) {
        this.documents = documents;
        this.tally = tally;
        this.run = header.runId();
        this.workspace = header.isReplay() ? null : RunWorkspace.of(header).orElse(null);
    }

    /// @param event one of the run's own
    void check(Event event) {
        String told = event.hidden().string(RunWorkspace.CONTENT).orElse(null);
        if (workspace == null || told == null || !(event.fact() instanceof InputFact.WorkspaceUpdated fact)) {
            return;
        }
        Optional<Document> kept = documents.versions(workspace.shelf(), fact.path()).stream()
                .filter(file -> file.version() == fact.version())
                .findFirst();
        boolean same = kept.isPresent()
                && new RunPlace(run, workspace.place().path(), event.sequence())
                        .equals(kept.get().place())
                && Digest.of(kept.get().content()).toString().equals(told);
        if (!same) {
            tally.find(
                    FsckCode.WORKSPACE_CHANGED,
                    run,
                    event.sequence(),
                    "the workspace holds something else than what was written to " + fact.path());
        }
    }
}

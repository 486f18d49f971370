package dev.waybill.evidence.read.waybill;

import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.TaskState;
import dev.waybill.base.json.JsonObject;
import dev.waybill.evidence.Fact;
import dev.waybill.evidence.Field;
import dev.waybill.evidence.QualifiedId;
import dev.waybill.evidence.RecordContent;
import dev.waybill.evidence.RecordFormat;
import dev.waybill.evidence.Repo;
import dev.waybill.evidence.read.ContentDraft;
import dev.waybill.evidence.read.EvidenceReader;
import dev.waybill.evidence.read.LinesReader;
import dev.waybill.evidence.read.Members;
import dev.waybill.journal.ForkMode;
import dev.waybill.journal.Origin;
import dev.waybill.journal.event.RunFact;
import java.util.List;
import java.util.Optional;

/// An event of a run, as `waybill events RUN --json` and bundles show it.
///
/// A fork by replay shows the events of its source under their own ids, so an event is named together with its run:
/// `run_…/evt_…`. It is also known by its bare id. Only what a run did itself moves its task: a replay is no evidence,
/// a child works for its parent's task, and what a branch shares with its source is told by the source.
public final class WaybillEvent {

    public static final RecordFormat FORMAT = new RecordFormat("waybill/event", WaybillEvent::content);

    /// Events one a line, as `waybill events RUN --json` prints them. Nobody signs these: the receipts of the run do.
    public static final EvidenceReader LINES = new LinesReader(
            FORMAT,
            file -> file.headText().startsWith("{")
                    && file.mentions("eventId", "runId", "sequence", "type", "timestamp"));

    private WaybillEvent() {}

    private static RecordContent content(JsonObject record, EvidenceEnvelope envelope) {
        String event = Members.required(record, "eventId");
        String run = Members.required(record, "runId");
        String type = Members.required(record, "type");
        return new ContentDraft(new QualifiedId(Repo.WAYBILL, inRun(run, event)), type, envelope)
                .alias(Optional.of(event))
                .at(Optional.of(Members.required(record, "timestamp")))
                .about(Field.TASK, Optional.of(run))
                .about(Field.EPISODE, Optional.of(run))
                .about(Field.AGENT, person(record))
                .ownParent(Members.text(record, "causationId").map(cause -> inRun(causedIn(record, run), cause)))
                .fact(Fact.TITLE, Members.text(record, "nodeId"))
                .fact(Fact.TO_STATE, isOwn(record) ? state(type) : Optional.empty())
                .fact(Fact.REPLAY_OF, isReplay(record) ? source(record) : Optional.empty())
                .done();
    }

    private static String inRun(String run, String event) {
        return run + "/" + event;
    }

    /// A child's first event was caused by its parent's hand-over.
    private static String causedIn(JsonObject record, String run) {
        return Members.number(record, "sequence") == 0
                ? Members.text(record, Origin.PARENT_RUN).orElse(run)
                : run;
    }

    /// Who answered, voted or cancelled.
    private static Optional<String> person(JsonObject record) {
        return Members.first(Members.object(record, "payload"), List.of("resolvedBy", "decidedBy", "cancelledBy"));
    }

    private static boolean isOwn(JsonObject record) {
        if (record.has(Origin.PARENT_RUN) || isReplay(record)) {
            return false;
        }
        return record.object(Origin.FORKED_FROM)
                .map(fork -> Members.number(record, "sequence") >= Members.number(fork, "sequence"))
                .orElse(true);
    }

    private static boolean isReplay(JsonObject record) {
        return record.object(Origin.FORKED_FROM)
                .flatMap(fork -> fork.string("mode"))
                .filter(mode -> !mode.equals(ForkMode.BRANCH.wire()))
                .isPresent();
    }

    private static Optional<String> source(JsonObject record) {
        return record.object(Origin.FORKED_FROM).flatMap(fork -> fork.string("runId"));
    }

    /// A run is a task of its caller's, or of its own: where it stands follows from how it begins and ends.
    private static Optional<String> state(String type) {
        return switch (type) {
            case RunFact.RunStarted.TYPE -> Optional.of(TaskState.RUNNING.wire());
            case RunFact.RunCompleted.TYPE -> Optional.of(TaskState.MERGED.wire());
            case RunFact.RunFailed.TYPE, RunFact.RunCancelled.TYPE -> Optional.of(TaskState.ABORTED.wire());
            default -> Optional.empty();
        };
    }
}

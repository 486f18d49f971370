package dev.waybill.runtime.guided;

import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.state.Lineage;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.store.EventLog;
import dev.waybill.journal.store.TokenPlace;
import dev.waybill.runtime.GuidedRuns;
import dev.waybill.workflow.guided.BindingDrift;
import dev.waybill.workflow.guided.GuidedWorkflow;
import java.util.List;
import java.util.Objects;

/// `workflow_resume`: the step again with what was noted before it, and a fresh acknowledgement, which branches even
/// with an equal payload.
record Resuming(
        EventLog log,
        GuidedRuns runs,
        Tokens tokens,
        AnswerWriter answers,
        GuidedCatalog catalog,
        GuidedSettings settings) {

    GuidedAnswer resume(JsonObject arguments, Client client) {
        ExtraTool.RESUME.require(settings);
        Arguments given = Arguments.of(GuidedTool.RESUME, arguments);
        TokenPlace at = tokens.state(given.id("stateToken", Advancing.STATE_TOKEN), client.caller());
        RunState state = runs.state(client.caller(), at.run());
        Lineage.Place place = Advancing.place(state, at.sequence());
        TokenPlace ack = tokens.freshAck(state.header(), at.sequence(), state.isTerminal());
        runs.remember(ack);
        return answers.at(
                state,
                place,
                tokens.write(ack),
                AnswerWriter.Extras.only(drift(state)).after(SoFar.read(log, state, place)));
    }

    /// The run keeps what was bound when it began. Who comes back to it may expect what is bound today, so it is told.
    private List<Notice> drift(RunState state) {
        GuidedWorkflow pinned = Objects.requireNonNull(state.lineage()).workflow();
        return catalog.guided(pinned.id()).stream()
                .flatMap(today -> BindingDrift.between(pinned, today).stream())
                .map(Notice::of)
                .toList();
    }
}

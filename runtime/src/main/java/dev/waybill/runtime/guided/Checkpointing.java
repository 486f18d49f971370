package dev.waybill.runtime.guided;

import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.decide.Command;
import dev.waybill.engine.guided.Payload;
import dev.waybill.engine.state.Lineage;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.event.Times;
import dev.waybill.journal.store.IdempotencyKey;
import dev.waybill.journal.store.IdempotencyRecord;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.TokenPlace;
import dev.waybill.runtime.Answered;
import dev.waybill.runtime.Beside;
import dev.waybill.runtime.GuidedRuns;
import dev.waybill.runtime.GuidedRuns.Told;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/// `workflow_checkpoint`: notes in the middle of a step. They are as durable as a step, and nothing moves on: there is
/// no new place, no token and no receipt, because nothing was done yet that somebody could sign for.
record Checkpointing(RunStore store, GuidedRuns runs, Tokens tokens, GuidedSettings settings) {

    private static final String STATE_TOKEN = "stateToken";
    private static final String NOTES = "notesMarkdown";

    GuidedAnswer checkpoint(JsonObject arguments, Client client) {
        ExtraTool.CHECKPOINT.require(settings);
        Arguments given = Arguments.of(GuidedTool.CHECKPOINT, arguments);
        String stateToken = given.id(STATE_TOKEN, Advancing.STATE_TOKEN);
        TokenPlace at = tokens.state(stateToken, client.caller());
        Payload payload = payload(given.optionalText(NOTES).orElse(""));
        IdempotencyKey key = IdempotencyKey.advance(
                client.caller().tenant(),
                at.run(),
                "%d/checkpoint/%s".formatted(at.sequence(), payload.digest().hex()));
        return store.answered(key, runs.now())
                .map(IdempotencyRecord::answer)
                .map(GuidedAnswer::read)
                .orElseGet(() -> record(new Note(at, stateToken, payload, key, client)));
    }

    /// Under the rules for the notes of a step.
    private static Payload payload(String notes) {
        JsonObject output = JsonObject.of(NOTES, notes);
        return Starting.accepted(JsonObject.of("output", output)).payload();
    }

    private record Note(TokenPlace at, String stateToken, Payload payload, IdempotencyKey key, Client client) {

        Command command(Instant now) {
            String notes = payload.notes() == null ? "" : payload.notes();
            return new Command.Checkpoint(now, at.sequence(), notes, client.agentName());
        }
    }

    private GuidedAnswer record(Note note) {
        try {
            return runs.tell(
                    note.client().caller(),
                    note.client().envelope(),
                    note.at().run(),
                    state -> {
                        requireOpen(state, note.at());
                        return note.command(runs.now());
                    },
                    (decision, _) -> {
                        GuidedAnswer answer = answer(decision.state(), note);
                        return new Told<>(answer, new Beside(List.of(), remembered(note, answer), List.of()));
                    });
        } catch (Answered answered) {
            return GuidedAnswer.read(answered.earlier().answer());
        }
    }

    private void requireOpen(RunState state, TokenPlace at) {
        Advancing.requireOpen(state, settings);
        Advancing.place(state, at.sequence());
        if (state.isTerminal()) {
            throw new GuidedRefusal(
                    GuidedCode.RUN_COMPLETE,
                    "the run %s has ended; nothing can be added to it".formatted(at.run()),
                    "to continue from this step, call workflow_advance with its two tokens: that opens a new run");
        }
    }

    private IdempotencyRecord remembered(Note note, GuidedAnswer answer) {
        return new IdempotencyRecord(
                note.key(), note.payload().digest(), answer.bytes(), runs.now(), Advancing.FOREVER);
    }

    private static GuidedAnswer answer(RunState state, Note note) {
        Lineage.Place place = Objects.requireNonNull(state.lineage())
                .place(note.at().sequence())
                .orElseThrow();
        String step = Objects.requireNonNull(place.state().pending());
        JsonObject json = JsonObject.of(STATE_TOKEN, note.stateToken())
                .with("stepId", step)
                .with("recordedAt", Times.format(state.clock()))
                .with("session", AnswerWriter.session(state.header()))
                .with("workflowId", state.header().definitionId());
        String text = """
                The checkpoint is kept. The step "%s" is still pending: nothing moved on.
                When it is done, call workflow_advance with the same stateToken and ackToken as before.
                stateToken: %s
                """.formatted(step, note.stateToken());
        return new GuidedAnswer(json, text, JsonObject.EMPTY, false);
    }
}

package dev.waybill.runtime.guided;

import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.decide.Command;
import dev.waybill.engine.decide.Decision;
import dev.waybill.engine.decide.GuidedCommands;
import dev.waybill.engine.guided.Blocker;
import dev.waybill.engine.guided.PayloadRead;
import dev.waybill.engine.state.Lineage;
import dev.waybill.engine.state.Phase;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.store.IdempotencyKey;
import dev.waybill.journal.store.IdempotencyRecord;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.StoredReceipt;
import dev.waybill.journal.store.TokenPlace;
import dev.waybill.runtime.Answered;
import dev.waybill.runtime.Beside;
import dev.waybill.runtime.Caller;
import dev.waybill.runtime.GuidedRuns;
import dev.waybill.runtime.GuidedRuns.Told;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// `workflow_advance`: the answer that was given before, or the next step, or a branch, or what is missing.
///
/// The engine decides once, on the state of that try; events, answer, tokens and what is remembered of the call all
/// follow from that one decision.
record Advancing(RunStore store, GuidedRuns runs, Tokens tokens, AnswerWriter answers, GuidedSettings settings) {

    /// Answers go with their run.
    static final Instant FOREVER = Instant.parse("9999-12-31T00:00:00Z");

    static final String STATE_TOKEN = "it is in the answer that gave you the step, and begins with st.v1.";

    GuidedAnswer advance(JsonObject arguments, Client client) {
        Arguments given = Arguments.of(GuidedTool.ADVANCE, arguments);
        SentValues.requireFilled(arguments);
        TokenPlace state = tokens.state(given.id("stateToken", STATE_TOKEN), client.caller());
        String ackToken = given.optionalId("ackToken").orElse(null);
        TokenPlace ack = permission(state, ackToken, client.caller());
        PayloadRead.Accepted read = Starting.accepted(given.json());
        return answer(new Call(client, arguments, ack, Objects.requireNonNull(ackToken), read));
    }

    /// At the end of a run nothing is left to acknowledge, whatever the second token is: that is what to say there.
    private TokenPlace permission(TokenPlace state, @Nullable String ackToken, Caller caller) {
        try {
            if (ackToken == null) {
                throw lacksAck(state, caller);
            }
            return tokens.ack(ackToken, state, caller);
        } catch (GuidedRefusal refusal) {
            place(runs.state(caller, state.run()), state.sequence());
            throw refusal;
        }
    }

    private GuidedRefusal lacksAck(TokenPlace at, Caller caller) {
        String step = Objects.requireNonNull(runs.state(caller, at.run()).lineage())
                .place(at.sequence())
                .map(place -> String.valueOf(place.state().pending()))
                .orElse("");
        return new GuidedRefusal(
                GuidedCode.INVALID_ARGUMENT,
                "workflow_advance needs the field \"ackToken\" beside the stateToken",
                "call it again with the ackToken (ack.v1.…) of the answer that gave you this stateToken and the step \"%s\"%s"
                        .formatted(
                                step,
                                settings.offers(ExtraTool.RESUME)
                                        ? "; if it is lost, call workflow_resume with the stateToken"
                                        : ""));
    }

    private GuidedAnswer answer(Call call) {
        return earlier(call).map(GuidedAnswer::read).orElseGet(() -> acknowledge(call));
    }

    /// What was seen before gets its stored answer, whichever process gave it. Strictly, a pair of tokens has one
    /// answer, whatever comes with it.
    private Optional<byte[]> earlier(Call call) {
        Optional<IdempotencyRecord> first = store.answered(call.pairKey(), runs.now());
        Optional<IdempotencyRecord> same = first.filter(call::isSame)
                .or(() -> store.answered(call.payloadKey(), runs.now()))
                .or(() -> settings.strict() ? first : Optional.empty());
        return same.map(IdempotencyRecord::answer);
    }

    private GuidedAnswer acknowledge(Call call) {
        try {
            RunState state = runs.state(call.caller(), call.ack().run());
            return state.isTerminal() ? branchOff(call, state) : goOn(call);
        } catch (Answered answered) {
            // Somebody was faster with the same pair: their answer counts for the same payload, another one branches.
            return call.isSame(answered.earlier())
                    ? GuidedAnswer.read(answered.earlier().answer())
                    : answer(call);
        }
    }

    /// In the same run.
    private GuidedAnswer goOn(Call call) {
        try {
            return runs.tell(
                    call.caller(),
                    call.client().envelope(),
                    call.ack().run(),
                    state -> command(call, state),
                    (decision, receipts) -> told(call, decision, receipts));
        } catch (Ended _) {
            return branchOff(call, runs.state(call.caller(), call.ack().run()));
        }
    }

    private Command command(Call call, RunState state) {
        if (state.isTerminal()) {
            throw new Ended();
        }
        requireOpen(state, settings);
        place(state, call.ack().sequence());
        return call.command(runs.now());
    }

    /// A run that has ended never grows: what comes after one of its places is another run, unless it is not good
    /// enough to come.
    private GuidedAnswer branchOff(Call call, RunState ended) {
        Cancelled.refuse(ended, TokenPair.isAfterTheEnd(call.ack()), settings);
        place(ended, call.ack().sequence());
        GuidedRuns.Branch branch = runs.branch(
                call.caller(),
                call.client().envelope(),
                call.ack().run(),
                call.ack().sequence(),
                call.command(runs.now()));
        List<Blocker> blockers = blockers(branch.first());
        if (blockers.isEmpty()) {
            return runs.open(branch, (decision, receipts) -> told(call, decision, receipts));
        }
        Told<GuidedAnswer> blocked = blocked(call, ended, blockers);
        runs.remember(Objects.requireNonNull(blocked.beside().call()));
        return blocked.answer();
    }

    private Told<GuidedAnswer> told(Call call, Decision decision, List<StoredReceipt> receipts) {
        List<Blocker> blockers = blockers(decision);
        return blockers.isEmpty() ? moved(call, decision.state(), receipts) : blocked(call, decision.state(), blockers);
    }

    private Told<GuidedAnswer> moved(Call call, RunState after, List<StoredReceipt> receipts) {
        Lineage lineage = Objects.requireNonNull(after.lineage());
        Lineage.Place place = lineage.latest().orElseThrow();
        boolean sameRun = call.ack().run().equals(after.header().runId());
        boolean forked =
                !sameRun || lineage.place(call.ack().sequence()).orElseThrow().children() > 1;
        AnswerWriter.Fork fork = forked ? new AnswerWriter.Fork(call.ack().run().value(), sameRun) : null;
        GuidedAnswer answer = answers.at(
                after,
                place,
                null,
                AnswerWriter.Extras.only(Notice.of(call.read().warnings())).with(receipts, fork));
        boolean another = store.answered(call.pairKey(), runs.now())
                .filter(first -> !call.isSame(first))
                .isPresent();
        IdempotencyKey key = another && !settings.strict() ? call.payloadKey() : call.pairKey();
        List<TokenPlace> places = TokenPair.of(after.header(), place).places();
        return new Told<>(answer, new Beside(List.of(), remembered(call, key, answer), places));
    }

    /// The same pair stays good for a corrected payload.
    private Told<GuidedAnswer> blocked(Call call, RunState state, List<Blocker> blockers) {
        GuidedAnswer answer = answers.at(
                state,
                place(state, call.ack().sequence()),
                call.ackToken(),
                AnswerWriter.Extras.only(Notice.of(call.read().warnings())).blocked(blockers, call.given()));
        return new Told<>(answer, new Beside(List.of(), remembered(call, call.payloadKey(), answer), List.of()));
    }

    private IdempotencyRecord remembered(Call call, IdempotencyKey key, GuidedAnswer answer) {
        return new IdempotencyRecord(key, call.read().payload().digest(), answer.bytes(), runs.now(), FOREVER);
    }

    private static List<Blocker> blockers(Decision decision) {
        return decision.events().stream()
                .flatMap(event -> GuidedCommands.blockers(event).stream())
                .toList();
    }

    /// @throws GuidedRefusal when a person has stopped the run
    static void requireOpen(RunState state, GuidedSettings settings) {
        Cancelled.refuse(state, false, settings);
        if (state.phase() != Phase.RUNNING && !state.isTerminal()) {
            throw new GuidedRefusal(
                    GuidedCode.RUN_PAUSED,
                    "the run %s is paused".formatted(state.header().runId()),
                    "ask your user to resume it (waybill resume %s), then call again with the same tokens"
                            .formatted(state.header().runId()));
        }
    }

    /// @throws GuidedRefusal when nothing is pending there
    static Lineage.Place place(RunState state, long sequence) {
        Lineage.Place place =
                Objects.requireNonNull(state.lineage()).place(sequence).orElseThrow();
        if (place.state().isComplete()) {
            throw new GuidedRefusal(
                    GuidedCode.RUN_COMPLETE,
                    "this run is complete: every step is done and signed for, so nothing is left to acknowledge",
                    "tell your user that the workflow is done. To go back to an earlier step, call workflow_advance with"
                            + " the stateToken and ackToken of the answer that gave you that step; to run the workflow"
                            + " again, call workflow_start");
        }
        return place;
    }

    /// The run ended while somebody was about to go on in it.
    private static final class Ended extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Ended() {
            super("the run has ended", null, false, false);
        }
    }

    /// One call, as it came.
    private record Call(Client client, JsonObject given, TokenPlace ack, String ackToken, PayloadRead.Accepted read) {

        Caller caller() {
            return client.caller();
        }

        Command command(Instant now) {
            return new Command.Acknowledge(
                    now, ack.sequence(), read.payload(), client.agentName(), client.traceparent());
        }

        boolean isSame(IdempotencyRecord earlier) {
            return earlier.request().equals(read.payload().digest());
        }

        /// For the second and every later payload of a pair, and for blocked ones.
        IdempotencyKey payloadKey() {
            return key("/" + read.payload().digest().hex());
        }

        /// For the first payload that a pair moved on with.
        IdempotencyKey pairKey() {
            return key("");
        }

        private IdempotencyKey key(String payload) {
            return IdempotencyKey.advance(
                    caller().tenant(), ack.run(), "%d/%d%s".formatted(ack.sequence(), ack.serial(), payload));
        }
    }
}

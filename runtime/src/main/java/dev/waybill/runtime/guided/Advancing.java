package dev.waybill.runtime.guided;

import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.decide.Command;
import dev.waybill.engine.guided.Acknowledgement;
import dev.waybill.engine.guided.Blocker;
import dev.waybill.engine.guided.Navigation;
import dev.waybill.engine.guided.Navigator;
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
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// `workflow_advance`: the answer that was given before, or the next step, or a branch, or what is missing.
final class Advancing {

    /// Answers go with their run.
    static final Instant FOREVER = Instant.parse("9999-12-31T00:00:00Z");
    private static final List<String> FIELDS = List.of("stateToken", "ackToken", "context", "output");

    private final RunStore store;
    private final GuidedRuns runs;
    private final Tokens tokens;
    private final AnswerWriter answers;
    private final GuidedSettings settings;

    Advancing(RunStore store, GuidedRuns runs, Tokens tokens, AnswerWriter answers, GuidedSettings settings) {
        this.store = store;
        this.runs = runs;
        this.tokens = tokens;
        this.answers = answers;
        this.settings = settings;
    }

    GuidedAnswer advance(JsonObject arguments, Client client) {
        Arguments given = Arguments.of("workflow_advance", arguments, FIELDS);
        TokenPlace ack = tokens.pair(given.text("stateToken"), given.text("ackToken"), client.caller());
        PayloadRead.Accepted read = Starting.accepted(JsonObject.builder()
                .putIfPresent("context", given.json().get("context"))
                .putIfPresent("output", given.json().get("output"))
                .build());
        Call call = new Call(ack, given.text("ackToken"), client, read, settings.strict());
        Optional<GuidedAnswer> earlier = call.keys()
                .map(key -> store.answered(key, runs.now()))
                .flatMap(Optional::stream)
                .map(IdempotencyRecord::answer)
                .map(GuidedAnswer::read)
                .findFirst();
        return earlier.orElseGet(() -> acknowledge(call));
    }

    private GuidedAnswer acknowledge(Call call) {
        try {
            return runs.state(call.caller(), call.ack.run()).isTerminal() ? branchOff(call) : goOnIfItCan(call);
        } catch (Answered answered) {
            return GuidedAnswer.read(answered.earlier().answer());
        }
    }

    private GuidedAnswer goOnIfItCan(Call call) {
        try {
            return goOn(call);
        } catch (Ended _) {
            return branchOff(call);
        }
    }

    /// In the same run.
    private GuidedAnswer goOn(Call call) {
        runs.tell(call.caller(), call.ack.run(), state -> command(state, call, false), (decision, receipts) -> {
            RunState after = decision.state();
            return call.answered(after, receipts);
        });
        return Objects.requireNonNull(call.answer);
    }

    /// A run that has ended never grows: what comes after one of its places is another run.
    private GuidedAnswer branchOff(Call call) {
        RunState ended = runs.state(call.caller(), call.ack.run());
        List<Blocker> blockers = blockers(call, place(ended, call.ack.sequence()), ended);
        if (!blockers.isEmpty()) {
            call.outcome = new Outcome(blockers, false);
            Beside beside = call.answered(ended, List.of());
            runs.remember(Objects.requireNonNull(beside.call()));
            return Objects.requireNonNull(call.answer);
        }
        runs.fork(
                call.caller(),
                call.ack.run(),
                call.ack.sequence(),
                state -> command(state, call, true),
                (decision, receipts) -> call.answered(decision.state(), receipts));
        return Objects.requireNonNull(call.answer);
    }

    private Command command(RunState state, Call call, boolean fork) {
        if (state.isTerminal()) {
            throw new Ended();
        }
        if (!fork) {
            requireUnpaused(state);
        }
        Lineage.Place place = place(state, call.ack.sequence());
        List<Blocker> blockers = blockers(call, place, state);
        call.outcome = new Outcome(blockers, fork || place.children() > 0);
        return blockers.isEmpty()
                ? new Command.Acknowledge(runs.now(), place.sequence(), call.read.payload(), call.client.agentName())
                : new Command.Block(runs.now(), place.sequence(), blockers, call.client.agentName());
    }

    static void requireUnpaused(RunState state) {
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
                    "this stateToken names the end of the run: nothing is pending there",
                    "to go back, use an earlier stateToken with its ackToken");
        }
        return place;
    }

    private static List<Blocker> blockers(Call call, Lineage.Place place, RunState state) {
        var workflow = Objects.requireNonNull(state.lineage()).workflow();
        List<Blocker> found = Acknowledgement.check(workflow, place.state(), call.read.payload());
        if (found.isEmpty()
                && Navigator.next(workflow, place.state(), call.read.payload())
                        instanceof Navigation.Stuck(var blocker)) {
            return List.of(blocker);
        }
        return found;
    }

    /// The run ended while somebody was about to go on in it.
    private static final class Ended extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Ended() {
            super("the run has ended", null, false, false);
        }
    }

    /// @param forked whether something had come from the place before
    private record Outcome(List<Blocker> blockers, boolean forked) {}

    /// One call on its way to its answer.
    private final class Call {

        private final TokenPlace ack;
        private final String ackToken;
        private final Client client;
        private final PayloadRead.Accepted read;
        private final boolean strict;
        private @Nullable Outcome outcome;
        private @Nullable GuidedAnswer answer;

        Call(TokenPlace ack, String ackToken, Client client, PayloadRead.Accepted read, boolean strict) {
            this.ack = ack;
            this.ackToken = ackToken;
            this.client = client;
            this.read = read;
            this.strict = strict;
        }

        Caller caller() {
            return client.caller();
        }

        /// Where an earlier answer may stand.
        Stream<IdempotencyKey> keys() {
            return strict ? Stream.of(pairKey(), payloadKey()) : Stream.of(payloadKey());
        }

        private IdempotencyKey payloadKey() {
            return key("/" + read.payload().digest().hex());
        }

        private IdempotencyKey pairKey() {
            return key("");
        }

        private IdempotencyKey key(String payload) {
            return IdempotencyKey.advance(
                    client.caller().tenant(), ack.run(), "%d/%d%s".formatted(ack.sequence(), ack.serial(), payload));
        }

        /// Writes the answer, and what goes into the transaction with it.
        Beside answered(RunState after, List<StoredReceipt> receipts) {
            Outcome decided = Objects.requireNonNull(outcome);
            boolean blocked = !decided.blockers().isEmpty();
            Lineage lineage = Objects.requireNonNull(after.lineage());
            Lineage.Place place = blocked
                    ? lineage.place(ack.sequence()).orElseThrow()
                    : lineage.latest().orElseThrow();
            AnswerWriter.Fork fork = decided.forked() && !blocked
                    ? new AnswerWriter.Fork(
                            ack.run().value(), ack.run().equals(after.header().runId()))
                    : null;
            answer = answers.at(
                    after,
                    place,
                    blocked ? ackToken : null,
                    new AnswerWriter.Extras(Notice.of(read.warnings()), receipts, fork, decided.blockers()));
            Instant now = runs.now();
            IdempotencyRecord record = new IdempotencyRecord(
                    strict && !blocked ? pairKey() : payloadKey(),
                    read.payload().digest(),
                    answer.bytes(),
                    now,
                    FOREVER);
            return new Beside(
                    List.of(),
                    record,
                    blocked ? List.of() : TokenPair.of(after.header(), place).places());
        }
    }
}

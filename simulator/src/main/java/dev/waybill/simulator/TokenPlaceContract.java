package dev.waybill.simulator;

import static dev.waybill.simulator.TestAppend.append;
import static dev.waybill.simulator.TestAppend.newRun;
import static dev.waybill.simulator.TestRuns.answer;
import static dev.waybill.simulator.TestRuns.at;
import static dev.waybill.simulator.TestRuns.ended;
import static dev.waybill.simulator.TestRuns.id;
import static dev.waybill.simulator.TestRuns.place;
import static dev.waybill.simulator.TestRuns.ref;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.waybill.journal.RunId;
import dev.waybill.journal.store.Commit;
import dev.waybill.journal.store.StoreException;
import dev.waybill.journal.store.StoreProblem;
import dev.waybill.journal.store.TokenPlace;
import dev.waybill.journal.store.Transaction;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Tokens and the places that they stand for.
interface TokenPlaceContract extends StoreUnderTest {

    RunId GUIDED = id(1);
    TokenPlace STATE = place(GUIDED, 0, 0);
    TokenPlace ACK = place(GUIDED, 0, 1);

    @Test
    default void placesAppearWithTheRunThatTheyAreIn() {
        assertThat(store().place(STATE.ref())).isEmpty();
        assertThat(store().commit(newRun(GUIDED).events(1).with(STATE, ACK))).isEqualTo(Commit.DONE);
        assertThat(store().place(STATE.ref())).hasValue(STATE);
        assertThat(store().place(ACK.ref())).hasValue(ACK);
        assertThat(store().place(ref("never given out"))).isEmpty();
    }

    @Test
    default void numbersOfAnySizeAreKept() {
        TokenPlace far = place(GUIDED, Long.MAX_VALUE, Integer.MAX_VALUE);
        store().commit(newRun(GUIDED).with(far));
        assertThat(store().place(far.ref())).hasValue(far);
    }

    @Test
    default void placesNeedNoEvent() {
        store().commit(newRun(GUIDED).events(1).with(STATE));
        TokenPlace again = place(GUIDED, 0, 2);
        assertThat(store().commit(alone(again))).isEqualTo(Commit.DONE);
        assertThat(store().place(again.ref())).hasValue(again);
        assertThat(stored(GUIDED).head()).isEqualTo(1);
    }

    @Test
    default void aRefusedTransactionGivesNoTokens() {
        store().commit(newRun(GUIDED).events(1).with(answer("k", "first", at(0))));
        assertThat(store().commit(append(GUIDED, 0).events(1).with(STATE))).isEqualTo(new Commit.Lost(GUIDED, 1));
        Transaction repeated = new Transaction(
                List.of(append(GUIDED, 1).events(1).build()),
                List.of(),
                List.of(),
                answer("k", "second", at(1)),
                List.of(ACK));
        assertThat(store().commit(repeated)).isInstanceOf(Commit.Answered.class);
        assertThat(store().place(STATE.ref())).isEmpty();
        assertThat(store().place(ACK.ref())).isEmpty();
    }

    @Test
    default void aPlaceThatIsKnownStaysAndTheRestIsWritten() {
        store().commit(newRun(GUIDED).events(1).with(STATE));
        assertThat(store().commit(append(GUIDED, 1).events(1).with(STATE, ACK))).isEqualTo(Commit.DONE);
        assertThat(store().place(STATE.ref())).hasValue(STATE);
        assertThat(store().place(ACK.ref())).hasValue(ACK);
        assertThat(stored(GUIDED).head()).isEqualTo(2);
    }

    @Test
    default void anotherPlaceUnderAKnownReferenceIsRefusedWithAllThatCameWithIt() {
        store().commit(newRun(GUIDED).events(1).with(STATE));
        store().commit(newRun(id(2)).alone());
        for (TokenPlace other : List.of(
                new TokenPlace(STATE.ref(), id(2), 0, 0),
                new TokenPlace(STATE.ref(), GUIDED, 1, 0),
                new TokenPlace(STATE.ref(), GUIDED, 0, 1))) {
            assertMistake(append(GUIDED, 1).events(1).with(place(GUIDED, 1, 0), other));
            assertThat(store().place(STATE.ref())).hasValue(STATE);
            assertThat(store().place(place(GUIDED, 1, 0).ref())).isEmpty();
            assertThat(stored(GUIDED).head()).isEqualTo(1);
        }
    }

    @Test
    default void aPlaceInARunThatIsNotThereIsRefused() {
        assertMistake(alone(STATE));
        assertThat(store().place(STATE.ref())).isEmpty();
    }

    @Test
    default void whoMovedOnElsewhereIsToldBeforeAMistakeIsLookedFor() {
        store().commit(newRun(GUIDED).events(1).with(STATE));
        TokenPlace other = new TokenPlace(STATE.ref(), GUIDED, 1, 0);
        assertThat(store().commit(append(GUIDED, 0).events(1).with(other))).isEqualTo(new Commit.Lost(GUIDED, 1));
    }

    @Test
    default void placesOutliveTheEventsOfTheirRun() {
        store().commit(newRun(GUIDED).events(1).projection(ended()).with(STATE, ACK));
        assertThat(store().prune(GUIDED)).isTrue();
        assertThat(store().place(STATE.ref())).hasValue(STATE);
        assertThat(stored(GUIDED).pruned()).isTrue();
    }

    @Test
    default void anotherProcessAcceptsATokenAtOnceAndAfterARestart() {
        store().commit(newRun(GUIDED).events(1).with(STATE));
        assertThat(elsewhere().place(STATE.ref())).hasValue(STATE);
        assertThat(later().place(STATE.ref())).hasValue(STATE);
    }

    private static Transaction alone(TokenPlace... places) {
        return new Transaction(List.of(), List.of(), List.of(), null, List.of(places));
    }

    private void assertMistake(Transaction transaction) {
        StoreException mistake = catchThrowableOfType(StoreException.class, () -> store().commit(transaction));
        assertThat(mistake.problem()).isEqualTo(StoreProblem.FAILED);
        assertThat(mistake.isAmbiguous()).isFalse();
        assertThat(mistake).hasMessageContaining("each under its own reference");
    }
}

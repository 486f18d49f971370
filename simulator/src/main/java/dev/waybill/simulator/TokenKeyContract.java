package dev.waybill.simulator;

import static dev.waybill.simulator.TestRuns.at;
import static dev.waybill.simulator.TestRuns.tokenKey;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.TokenKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/// The secrets under which tokens are sealed.
interface TokenKeyContract extends StoreUnderTest {

    TokenKey FIRST = tokenKey(0, at(0));

    @Test
    default void theFirstKeyIsCreatedOnce() {
        assertThat(store().tokenKeys()).isEmpty();
        assertKeys(store().createTokenKey(FIRST), FIRST);
        assertKeys(store().createTokenKey(tokenKey(7, at(1))), FIRST);
        assertKeys(later().tokenKeys(), FIRST);
    }

    @Test
    default void whoStartsAtTheSameTimeGetsTheSameKey() throws Exception {
        List<RunStore> stores = List.of(store(), elsewhere(), elsewhere());
        List<Future<List<TokenKey>>> answers = new ArrayList<>();
        try (ExecutorService threads = Executors.newCachedThreadPool()) {
            for (int n = 0; n < 12; n++) {
                RunStore one = stores.get(n % stores.size());
                TokenKey mine = tokenKey(n, at(n));
                answers.add(threads.submit(() -> one.createTokenKey(mine)));
            }
        }
        TreeSet<String> different = new TreeSet<>();
        for (Future<List<TokenKey>> answer : answers) {
            assertThat(answer.get()).hasSize(1);
            different.add(AnswerText.of(answer.get()).toString());
        }
        assertThat(different).hasSize(1);
        assertThat(AnswerText.of(store().tokenKeys()).toString()).isEqualTo(different.first());
    }

    @Test
    default void aRotationLeavesTheOldKeysForAWhile() {
        store().createTokenKey(FIRST);
        TokenKey second = tokenKey(1, at(10));
        assertKeys(store().rotateTokenKey(second, at(100)), second, until(at(100), FIRST));
        TokenKey third = tokenKey(2, at(20));
        assertKeys(store().rotateTokenKey(third, at(200)), third, until(at(200), second), until(at(100), FIRST));
        TokenKey fourth = tokenKey(3, at(30));
        assertKeys(
                store().rotateTokenKey(fourth, at(30)),
                fourth,
                until(at(30), third),
                until(at(30), second),
                until(at(30), FIRST));
        assertKeys(elsewhere().tokenKeys(), fourth, until(at(30), third), until(at(30), second), until(at(30), FIRST));
    }

    @Test
    default void theNewestKeyIsFirstEvenWhenTheClockWentBack() {
        store().createTokenKey(FIRST);
        TokenKey earlier = tokenKey(1, at(-50));
        assertKeys(store().rotateTokenKey(earlier, at(100)), earlier, until(at(100), FIRST));
    }

    @Test
    default void anIdIsUsedAgainOnceItsKeyIsNoLongerValid() {
        store().createTokenKey(FIRST);
        TokenKey second = tokenKey(1, at(10));
        store().rotateTokenKey(second, at(100));
        assertThatIllegalStateException()
                .isThrownBy(() -> store().rotateTokenKey(tokenKey(0, at(100).minusNanos(1_000)), at(150)))
                .withMessage("token key 0 is still valid");
        assertThatIllegalStateException().isThrownBy(() -> store().rotateTokenKey(tokenKey(1, at(500)), at(600)));
        assertKeys(store().tokenKeys(), second, until(at(100), FIRST));
        TokenKey again = tokenKey(0, at(100));
        assertKeys(store().rotateTokenKey(again, at(150)), again, until(at(150), second));
    }

    @Test
    default void aStoreWithoutKeysGetsOneByRotationToo() {
        assertKeys(store().rotateTokenKey(FIRST, at(9)), FIRST);
    }

    private static TokenKey until(Instant time, TokenKey key) {
        return new TokenKey(key.id(), key.secret(), key.createdAt(), time);
    }

    private static void assertKeys(List<TokenKey> found, TokenKey... expected) {
        assertThat(AnswerText.of(found)).isEqualTo(AnswerText.of(List.of(expected)));
    }
}

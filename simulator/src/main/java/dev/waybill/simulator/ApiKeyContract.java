package dev.waybill.simulator;

import static dev.waybill.simulator.TestRuns.apiKey;
import static dev.waybill.simulator.TestRuns.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.waybill.journal.store.ApiKey;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.Scope;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/// Who may call.
interface ApiKeyContract extends StoreUnderTest {

    ApiKey ANNA = apiKey("anna", at(5));
    ApiKey BERT = apiKey("bert", at(3));

    @Test
    default void aKeyIsFoundByItsDigest() {
        store().addApiKey(ANNA);
        store().addApiKey(BERT.endingAt(at(50)));
        assertThat(store().apiKey(ANNA.digest())).hasValue(ANNA);
        assertThat(elsewhere().apiKey(BERT.digest())).hasValue(BERT.endingAt(at(50)));
        assertThat(store().apiKey(apiKey("carl", at(0)).digest())).isEmpty();
        assertThat(later().apiKeys()).containsExactly(BERT.endingAt(at(50)), ANNA);
    }

    @Test
    default void aKeyKeepsItsScopesAndNoOthers() {
        ApiKey reader = apiKey("reader", at(1), EnumSet.of(Scope.RUNS_READ, Scope.MANIFEST_READ));
        ApiKey nobody = apiKey("nobody", at(2), EnumSet.noneOf(Scope.class));
        store().addApiKey(reader);
        store().addApiKey(nobody);
        assertThat(later().apiKey(reader.digest()).orElseThrow().scopes())
                .containsExactly(Scope.MANIFEST_READ, Scope.RUNS_READ);
        assertThat(elsewhere().apiKey(nobody.digest()).orElseThrow().scopes()).isEmpty();
    }

    @Test
    default void keysAreListedOldestFirst() {
        assertThat(store().apiKeys()).isEmpty();
        ApiKey twin = apiKey("Bert", at(3));
        List.of(ANNA, BERT, twin).forEach(key -> store().addApiKey(key));
        assertThat(store().apiKeys()).containsExactly(twin, BERT, ANNA);
    }

    @Test
    default void neitherIdNorDigestIsTakenTwice() {
        store().addApiKey(ANNA);
        ApiKey sameId = new ApiKey("anna", "other", "other", BERT.digest(), Scope.ALL, at(6), null);
        ApiKey sameDigest = new ApiKey("bert", "other", "other", ANNA.digest(), Scope.ALL, at(6), null);
        for (ApiKey second : List.of(ANNA, sameId, sameDigest)) {
            assertThatIllegalStateException()
                    .isThrownBy(() -> store().addApiKey(second))
                    .withMessage("API key %s is there already".formatted(second.id()));
        }
        assertThat(store().apiKeys()).containsExactly(ANNA);
    }

    @Test
    default void theFirstKeyIsFirstOnce() {
        assertThat(store().addFirstApiKey(ANNA)).isTrue();
        assertThat(store().addFirstApiKey(BERT)).isFalse();
        assertThat(store().apiKeys()).containsExactly(ANNA);
    }

    @Test
    default void anExpiredKeyIsStillOneThatCameFirst() {
        store().addApiKey(ANNA.endingAt(at(0)));
        assertThat(store().addFirstApiKey(BERT)).isFalse();
    }

    @Test
    default void ofManyWhoStartAtTheSameTimeOneAddsTheFirstKey() throws Exception {
        List<RunStore> stores = List.of(store(), elsewhere(), elsewhere());
        List<Future<Boolean>> answers = new ArrayList<>();
        try (ExecutorService threads = Executors.newCachedThreadPool()) {
            for (int n = 0; n < 12; n++) {
                RunStore one = stores.get(n % stores.size());
                ApiKey mine = apiKey("key-" + n, at(n));
                answers.add(threads.submit(() -> one.addFirstApiKey(mine)));
            }
        }
        int first = 0;
        for (Future<Boolean> answer : answers) {
            first += answer.get() ? 1 : 0;
        }
        assertThat(first).isEqualTo(1);
        assertThat(store().apiKeys()).hasSize(1);
    }

    @Test
    default void aKeyEndsAtTheEarliestTimeThatWasSaid() {
        store().addApiKey(ANNA);
        store().addApiKey(BERT);
        assertThat(store().expireApiKey("anna", at(50))).isTrue();
        assertThat(store().expireApiKey("anna", at(60))).isTrue();
        assertThat(store().apiKey(ANNA.digest())).hasValue(ANNA.endingAt(at(50)));
        assertThat(store().expireApiKey("anna", at(40))).isTrue();
        assertThat(elsewhere().apiKeys()).containsExactly(BERT, ANNA.endingAt(at(40)));
        assertThat(store().expireApiKey("Anna", at(1))).isFalse();
    }
}

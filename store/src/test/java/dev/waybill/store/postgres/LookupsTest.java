package dev.waybill.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.journal.store.StoreException;
import dev.waybill.journal.store.StoreProblem;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class LookupsTest {

    private final List<List<String>> questions = Collections.synchronizedList(new ArrayList<>());
    private final CountDownLatch free = new CountDownLatch(1);

    private Map<String, Integer> lengths(List<String> keys) {
        questions.add(keys);
        await(free);
        Map<String, Integer> found = new LinkedHashMap<>();
        keys.stream().filter(key -> !key.isEmpty()).forEach(key -> found.put(key, key.length()));
        return found;
    }

    private void awaitQuestions(int count) {
        while (questions.size() < count) {
            Thread.onSpinWait();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void thoseWhoAskForTheSameWhileAQuestionIsUnderWayShareTheNext() throws Exception {
        int callers = 20;
        try (Lookups<String, Integer> lookups = new Lookups<>("test", this::lengths);
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Integer>> answers = new ArrayList<>();
            for (int i = 0; i < Lanes.WIDTH + callers; i++) {
                answers.add(threads.submit(() -> lookups.find("abc").orElseThrow()));
                awaitQuestions(Math.min(i + 1, Lanes.WIDTH));
            }
            while (lookups.waiting() < callers) {
                Thread.onSpinWait();
            }
            free.countDown();
            for (Future<Integer> answer : answers) {
                assertThat(answer.get()).isEqualTo(3);
            }
        }
        assertThat(questions).hasSize(Lanes.WIDTH + 1).allMatch(List.of("abc")::equals);
    }

    @Test
    void whatIsNotThereIsNotFound() {
        free.countDown();
        try (Lookups<String, Integer> lookups = new Lookups<>("test", this::lengths)) {
            assertThat(lookups.find("")).isEmpty();
        }
    }

    /// Whoever asked beside it is told what it asked for.
    @Test
    void aDamagedRowIsOnlyToldToThoseWhoAskForIt() throws Exception {
        Function<List<String>, Map<String, Integer>> read = keys -> {
            Map<String, Integer> found = lengths(keys);
            if (keys.contains("damaged")) {
                throw new StoreException(StoreProblem.CORRUPT, "a row is damaged", null);
            }
            return found;
        };
        try (Lookups<String, Integer> lookups = new Lookups<>("test", read);
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 1; i <= Lanes.WIDTH; i++) {
                Future<?> _ = threads.submit(() -> lookups.find("first"));
                awaitQuestions(i);
            }
            Future<Integer> sound = threads.submit(() -> lookups.find("sound").orElseThrow());
            Future<?> damaged = threads.submit(() -> lookups.find("damaged"));
            while (lookups.waiting() < 2) {
                Thread.onSpinWait();
            }
            free.countDown();
            assertThat(sound.get()).isEqualTo(5);
            assertThatThrownBy(damaged::get).hasRootCauseMessage("a row is damaged");
        }
    }
}

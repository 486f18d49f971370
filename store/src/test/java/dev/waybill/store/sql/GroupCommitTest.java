package dev.waybill.store.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.waybill.journal.store.StoreException;
import dev.waybill.journal.store.StoreProblem;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

/// Many callers, few commits, and each caller gets its own answer.
class GroupCommitTest {

    private static final String POISON = "poison";

    private final List<List<String>> batches = Collections.synchronizedList(new ArrayList<>());
    private final CountDownLatch firstBatch = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);

    @Test
    void whoComesDuringACommitSharesTheNextOne() throws Exception {
        try (var commits = new GroupCommit<String>("test", 100, List.of(this::slowAtFirst));
                ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> answers = submitBehindTheFirst(commits, callers, "a", "b", "c");
            for (Future<?> answer : answers) {
                answer.get();
            }
            assertThat(batches.getFirst()).containsExactly("first");
            assertThat(batches.get(1)).containsExactlyInAnyOrder("a", "b", "c");
        }
    }

    @Test
    void nobodyIsAnsweredWhileTheCommitIsUnderWay() throws Exception {
        try (var commits = new GroupCommit<String>("test", 100, List.of(this::slowAtFirst));
                ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<?> answer = callers.submit(() -> commits.submit("first"));
            firstBatch.await();
            try {
                assertThatThrownBy(() -> answer.get(100, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
            } finally {
                goOn.countDown();
            }
            answer.get();
        }
    }

    @Test
    void anItemThatCannotBeWrittenFailsAlone() throws Exception {
        try (var commits = new GroupCommit<String>("test", 100, List.of(this::slowAtFirst));
                ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> answers = submitBehindTheFirst(commits, callers, "a", POISON, "c");
            answers.get(0).get();
            answers.get(1).get();
            assertThatThrownBy(() -> answers.get(2).get()).hasCauseInstanceOf(StoreException.class);
            answers.get(3).get();
        }
    }

    /// Waits until all of them stand in the queue while the first one is being written.
    private List<Future<?>> submitBehindTheFirst(GroupCommit<String> commits, ExecutorService callers, String... items)
            throws InterruptedException {
        List<Future<?>> answers = new ArrayList<>();
        answers.add(callers.submit(() -> commits.submit("first")));
        firstBatch.await();
        for (String item : items) {
            answers.add(callers.submit(() -> commits.submit(item)));
        }
        while (commits.waiting() < items.length) {
            Thread.onSpinWait();
        }
        goOn.countDown();
        return answers;
    }

    private void slowAtFirst(List<String> items) {
        if (items.contains("first")) {
            firstBatch.countDown();
            try {
                goOn.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
        if (items.contains(POISON)) {
            throw new IllegalStateException("no such thing");
        }
        batches.add(items);
    }

    /// Whatever its connection remembers is of use to the next one.
    @Test
    void whoIsAloneAlwaysMeetsTheSameWriter() {
        List<String> writers = Collections.synchronizedList(new ArrayList<>());
        BatchWriter<String> one = _ -> writers.add("one");
        BatchWriter<String> other = _ -> writers.add("other");
        try (var commits = new GroupCommit<String>("test", 100, List.of(one, other))) {
            for (int i = 1; i <= 10; i++) {
                while (commits.idleWriters() < 2) {
                    Thread.onSpinWait();
                }
                commits.submit("item");
            }
        }
        assertThat(writers).hasSize(10);
        assertThat(new HashSet<>(writers)).hasSize(1);
    }

    @Test
    void afterAFailedSyncNothingIsWrittenAnyMore() {
        try (var commits = new GroupCommit<String>("test", 100, List.of(this::failToSync))) {
            for (int i = 0; i < 2; i++) {
                StoreException failure = catchThrowableOfType(StoreException.class, () -> commits.submit("item"));
                assertThat(failure.problem()).isEqualTo(StoreProblem.SYNC_FAILED);
            }
        }
        assertThat(batches).hasSize(1);
    }

    private void failToSync(List<String> items) {
        batches.add(items);
        throw new StoreException(StoreProblem.SYNC_FAILED, true, "the disk is not sure", null);
    }

    @Test
    void whatComesAfterTheEndIsRefused() {
        var commits = new GroupCommit<String>("test", 100, List.of(batches::add));
        commits.close();
        assertThatThrownBy(() -> commits.submit("late")).hasMessageContaining("closed");
    }
}

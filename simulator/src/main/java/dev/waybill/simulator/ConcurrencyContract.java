package dev.waybill.simulator;

import static dev.waybill.simulator.TestAppend.append;
import static dev.waybill.simulator.TestAppend.newRun;
import static dev.waybill.simulator.TestAppend.together;
import static dev.waybill.simulator.TestRuns.answer;
import static dev.waybill.simulator.TestRuns.at;
import static dev.waybill.simulator.TestRuns.events;
import static dev.waybill.simulator.TestRuns.fork;
import static dev.waybill.simulator.TestRuns.id;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.journal.RunId;
import dev.waybill.journal.Segment;
import dev.waybill.journal.StoredEvent;
import dev.waybill.journal.store.Commit;
import dev.waybill.journal.store.Ownership.Claim;
import dev.waybill.journal.store.Ownership.ClaimScope;
import dev.waybill.journal.store.ProcessId;
import dev.waybill.journal.store.RunStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/// Many threads, and two connections as two processes have them: all answers are those of some order.
interface ConcurrencyContract extends StoreUnderTest {

    int WRITERS = 8;
    int ROUNDS = 25;

    @Test
    default void eachOfManyRunsGetsEachOfItsEventsOnce() throws Exception {
        atOnce(writer -> {
                    RunId run = id(writer.number());
                    List<Commit> answers = new ArrayList<>();
                    answers.add(writer.store().commit(newRun(run).alone()));
                    for (int round = 0; round < ROUNDS; round++) {
                        answers.add(writer.store()
                                .commit(append(run, round).events(1).alone()));
                    }
                    return answers;
                })
                .forEach(answers -> assertThat(answers).containsOnly(Commit.DONE));
        for (int writer = 0; writer < WRITERS; writer++) {
            assertThat(AnswerText.of(log(id(writer))))
                    .isEqualTo(AnswerText.of(events(id(writer).value(), 0, ROUNDS)));
        }
    }

    @Test
    default void manyWritersOfOneRunEachGetInOnceAndLeaveNoGap() throws Exception {
        RunId run = id(1);
        store().commit(newRun(run).alone());
        List<List<String>> written = atOnce(writer -> {
            List<String> mine = new ArrayList<>();
            long head = 0;
            while (mine.size() < ROUNDS) {
                List<StoredEvent> event = events("writer " + writer.number(), head, 1);
                switch (writer.store().commit(append(run, head).events(event).alone())) {
                    case Commit.Done _ -> {
                        mine.addAll(AnswerText.of(event));
                        head++;
                    }
                    case Commit.Lost lost -> head = lost.head();
                    case Commit.Fenced _, Commit.Answered _, Commit.Latched _ ->
                        throw new AssertionError("no fence, no key, no latch");
                }
            }
            return mine;
        });
        List<StoredEvent> log = log(run);
        assertThat(log).hasSize(WRITERS * ROUNDS);
        for (int i = 0; i < log.size(); i++) {
            assertThat(log.get(i).sequence()).isEqualTo(i);
        }
        assertThat(AnswerText.of(log))
                .containsExactlyInAnyOrderElementsOf(
                        written.stream().flatMap(List::stream).toList());
    }

    @Test
    default void whoLosesDoesNotDisturbTheOthers() throws Exception {
        ProcessId stranger = new ProcessId("stranger");
        RunId taken = id(99);
        store().commit(newRun(taken).events(5).alone());
        List<List<Commit>> answers = atOnce(writer -> {
            RunId run = id(writer.number());
            List<Commit> mine = new ArrayList<>();
            for (int round = 0; round < ROUNDS; round++) {
                TestAppend next = switch (writer.number() % 4) {
                    case 0 -> append(taken, 4).events(1);
                    case 1 -> append(taken, 5).ownedBy(stranger, 1).events(1);
                    case 2 -> append(taken, 5).receipts(TestRuns.step(taken, 1, 0));
                    default -> round == 0 ? newRun(run) : append(run, round - 1).events(1);
                };
                mine.add(writer.store().commit(next.alone()));
            }
            return mine;
        });
        List<Commit> expected =
                List.of(new Commit.Lost(taken, 5), new Commit.Fenced(taken), new Commit.Lost(taken, 5), Commit.DONE);
        for (int writer = 0; writer < WRITERS; writer++) {
            assertThat(answers.get(writer)).hasSize(ROUNDS).containsOnly(expected.get(writer % 4));
        }
        assertThat(log(id(3))).hasSize(ROUNDS - 1);
        assertThat(log(taken)).hasSize(5);
    }

    @Test
    default void transactionsThatNameRunsInOppositeOrderDoNotBlockEachOther() throws Exception {
        RunId left = id(1);
        RunId right = id(2);
        store().commit(together(newRun(left), newRun(right)));
        List<Integer> done = atOnce(writer -> {
            int count = 0;
            for (int round = 0; round < ROUNDS; round++) {
                TestAppend toLeft = append(left, head(writer.store(), left)).events(1);
                TestAppend toRight = append(right, head(writer.store(), right)).events(1);
                Commit answer = writer.store()
                        .commit(writer.number() % 2 == 0 ? together(toLeft, toRight) : together(toRight, toLeft));
                count += answer.equals(Commit.DONE) ? 1 : 0;
            }
            return count;
        });
        int both = done.stream().mapToInt(Integer::intValue).sum();
        assertThat(log(left)).hasSize(both);
        assertThat(log(right)).hasSize(both);
        assertThat(both).isPositive();
    }

    private static long head(RunStore store, RunId run) {
        return store.run(run).orElseThrow().head();
    }

    @Test
    default void ofManyEqualCallsOneIsDoneAndTheOthersGetItsAnswer() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            String key = "call " + round;
            int first = round * WRITERS;
            List<Commit> answers = atOnce(writer -> writer.store()
                    .commit(newRun(id(first + writer.number())).with(answer(key, "by " + writer.number(), at(0)))));
            int winner = answers.indexOf(Commit.DONE);
            String expected = AnswerText.of(new Commit.Answered(answer(key, "by " + winner, at(0))));
            answers.remove(winner);
            assertThat(AnswerText.of(answers)).hasSize(WRITERS - 1).containsOnly(expected);
        }
    }

    @Test
    default void aRunIsClaimedByOneProcessOnly() throws Exception {
        int runs = 60;
        for (int n = 0; n < runs; n++) {
            store().commit(newRun(id(n)).projection(TestRuns.ready(at(0))).alone());
        }
        List<List<Claim>> claims = atOnce(writer -> {
            ProcessId me = new ProcessId("process " + writer.number());
            writer.store().register(me, "work", at(0));
            List<Claim> mine = new ArrayList<>();
            for (int round = 0; round < runs; round++) {
                mine.addAll(writer.store().claim(me, ClaimScope.ALL, at(1), Duration.ofMinutes(1), 3));
            }
            return mine;
        });
        assertThat(claims.stream().flatMap(List::stream).toList())
                .doesNotHaveDuplicates()
                .allMatch(claim -> claim.epoch() == 1)
                .hasSize(runs);
    }

    @Test
    default void aSourceIsEitherForkedOrPruned() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            RunId source = id(2 * round);
            RunId branch = id(2 * round + 1);
            store().commit(newRun(source).events(2).projection(TestRuns.ended()).alone());
            List<Boolean> answers = atOnce(writer -> switch (writer.number()) {
                case 0 -> writer.store().prune(source);
                case 1 ->
                    writer.store()
                            .commit(newRun(fork(branch, source, new Segment(source, 2)))
                                    .alone())
                            .equals(Commit.DONE);
                default -> false;
            });
            assertThat(answers.stream().filter(answer -> answer)).hasSize(1);
            assertThat(log(branch)).hasSize(answers.get(1) ? 2 : 0);
        }
    }

    /// Lets all writers run at once, half of them on a second connection; gives what each found.
    private <T> List<T> atOnce(Work<T> task) throws Exception {
        RunStore here = store();
        RunStore there = elsewhere();
        try (ExecutorService threads = Executors.newFixedThreadPool(WRITERS)) {
            List<Future<T>> started = new ArrayList<>();
            for (int number = 0; number < WRITERS; number++) {
                Writer writer = new Writer(number, number % 2 == 0 ? here : there);
                started.add(threads.submit(() -> task.run(writer)));
            }
            List<T> results = new ArrayList<>();
            for (Future<T> future : started) {
                results.add(future.get());
            }
            return results;
        }
    }

    /// One of several who use the data at the same time.
    record Writer(int number, RunStore store) {}

    /// What a writer does.
    interface Work<T> {
        T run(Writer writer) throws Exception;
    }
}

package dev.waybill.app.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.agent.Crowd.Member;
import dev.waybill.app.agent.Ledger.Advance;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;

/// One agent that goes through run after run. What is not answered it repeats elsewhere; now and then it says the same
/// four times at once, or goes back and says something else.
final class Walker implements Callable<Integer> {

    private static final int ROUNDS = 25;
    private static final int SELDOM = 10;

    private final String name;
    private final Crowd crowd;
    private final Member home;
    private final Ledger ledger;
    private final Random random;
    private final BooleanSupplier goesOn;

    Walker(String name, Crowd crowd, Member home, Ledger ledger, Random random, BooleanSupplier goesOn) {
        this.name = name;
        this.crowd = crowd;
        this.home = home;
        this.ledger = ledger;
        this.random = random;
        this.goesOn = goesOn;
    }

    /// @return how many runs it has begun
    @Override
    public Integer call() throws Exception {
        int runs = 0;
        while (goesOn.getAsBoolean()) {
            walk(runs++);
        }
        return runs;
    }

    private void walk(int number) throws Exception {
        Answer at = start();
        for (int round = 0; round < ROUNDS && goesOn.getAsBoolean(); round++) {
            String words = "%s, run %d, round %d".formatted(name, number, round);
            Answer next = advance(at, words);
            assertThat(next.isForked()).as(next.text()).isFalse();
            if (!next.isComplete() && random.nextInt(SELDOM) == 0) {
                Answer branch = insist(new Advance(at.runId(), at.acknowledged(words + ", seen otherwise")));
                assertThat(branch.isForked()).as(branch.text()).isTrue();
            }
            at = next;
            think();
        }
    }

    /// Somebody who chats takes their time; the others are the load.
    private void think() throws InterruptedException {
        if (home != Member.SERVER) {
            Thread.sleep(random.nextInt(20));
        }
    }

    /// A start that died may have begun a run that nobody goes on with.
    private Answer start() throws InterruptedException {
        Member member = home;
        while (true) {
            try {
                return crowd.agent(member)
                        .call("workflow_start", DataDirectory.rounds(ROUNDS))
                        .good();
            } catch (IOException e) {
                member = elsewhere(member, random);
            }
        }
    }

    private Answer advance(Answer at, String words) throws Exception {
        Advance advance = new Advance(at.runId(), at.acknowledged(words));
        return random.nextInt(SELDOM) == 0 ? fourTimesAtOnce(advance) : insist(advance);
    }

    private Answer insist(Advance advance) throws InterruptedException {
        Answer answer = insist(home, advance, random);
        ledger.answered(advance, answer);
        return answer;
    }

    private Answer insist(Member first, Advance advance, Random chance) throws InterruptedException {
        Member member = first;
        while (true) {
            long begin = System.nanoTime();
            try {
                Answer answer = crowd.call(member, advance);
                if (member != Member.SERVER) {
                    ledger.waited(System.nanoTime() - begin);
                }
                return answer;
            } catch (IOException e) {
                ledger.repeats();
                member = elsewhere(member, chance);
            }
        }
    }

    private Answer fourTimesAtOnce(Advance advance) throws InterruptedException, ExecutionException {
        List<Callable<Answer>> calls = new ArrayList<>();
        for (Member member : List.of(home, home, Member.FIRST_CHAT, Member.SERVER)) {
            Random chance = new Random(random.nextLong());
            calls.add(() -> insist(member, advance, chance));
        }
        List<Answer> answers = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<Answer> call : threads.invokeAll(calls)) {
                answers.add(call.get());
            }
        }
        answers.forEach(answer -> ledger.answered(advance, answer));
        return answers.getFirst();
    }

    private static Member elsewhere(Member member, Random chance) throws InterruptedException {
        Thread.sleep(5);
        return Crowd.anyBut(member, chance);
    }
}

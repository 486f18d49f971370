package dev.waybill.app.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.agent.Crowd.Member;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.reliability.Spawned;
import dev.waybill.journal.RunId;
import dev.waybill.journal.store.RunQuery;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.StoredRun;
import dev.waybill.testkit.Seeds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Two `waybill mcp`, a `waybill serve` under load and the command line, all on one SQLite directory; any of them is
/// killed at any time, and others repeat its calls with the same tokens. Ten times longer: `-Dwaybill.campaign=10`.
class CrowdedDirectoryTest {

    private static final int ACTS = 5 * Math.max(1, Integer.getInteger("waybill.campaign", 1));
    private static final int LOAD = 8;

    /// How many rounds the walkers go in an act, all together. Without a bound every look at the whole store would take
    /// longer than the one before, and give them time to write still more: a long campaign would never end.
    private static final int ROUNDS_OF_AN_ACT = 1_500;
    private static final List<String> QUESTIONS = List.of("runs", "show", "fsck");

    private enum Victim {
        FIRST_CHAT,
        SECOND_CHAT,
        SERVER,
        COMMAND,
        NOBODY
    }

    @TempDir
    private Path folder;

    private final long seed = Long.getLong("waybill.seed", System.nanoTime());
    private final Random random = Seeds.random(seed);
    private final Ledger ledger = new Ledger();
    private final Semaphore rounds = new Semaphore(0);
    private final AtomicBoolean goesOn = new AtomicBoolean(true);
    private int kills;

    @Test
    @Timeout(value = 30, unit = TimeUnit.MINUTES)
    void nothingAnsweredIsLostAndNothingAdvancesTwice() throws Exception {
        System.out.println("agents on one directory with -Dwaybill.seed=" + seed);
        DataDirectory directory = DataDirectory.in(folder);
        int begun = 0;
        try (Crowd crowd = new Crowd(directory);
                ExecutorService threads = Executors.newCachedThreadPool()) {
            List<Future<Integer>> walks = new ArrayList<>();
            walkers(crowd).forEach(walker -> walks.add(threads.submit(walker)));
            try {
                disturb(directory, crowd);
            } finally {
                goesOn.set(false);
                rounds.release(Integer.MAX_VALUE / 2);
            }
            for (Future<Integer> walk : walks) {
                begun += walk.get();
            }
        } finally {
            System.out.print(directory.complaints());
        }
        System.out.printf("%d processes killed, %d runs begun, %s%n", kills, begun, ledger.figures());
        judge(directory);
    }

    private List<Walker> walkers(Crowd crowd) {
        List<Walker> walkers = new ArrayList<>();
        for (Member chat : List.of(Member.FIRST_CHAT, Member.SECOND_CHAT)) {
            walkers.add(walker(chat.name(), crowd, chat));
        }
        for (int i = 1; i <= LOAD; i++) {
            walkers.add(walker("client " + i, crowd, Member.SERVER));
        }
        return walkers;
    }

    private Walker walker(String name, Crowd crowd, Member home) {
        return new Walker(name, crowd, home, ledger, new Random(random.nextLong()), this::goesOn);
    }

    private boolean goesOn() {
        rounds.acquireUninterruptibly();
        return goesOn.get();
    }

    /// The command line asks something, and meanwhile somebody dies.
    private void disturb(DataDirectory directory, Crowd crowd) throws IOException, InterruptedException {
        List<Victim> victims = new ArrayList<>();
        for (int act = 0; act < ACTS; act++) {
            if (victims.isEmpty()) {
                victims.addAll(List.of(Victim.values()));
                Collections.shuffle(victims, random);
            }
            Victim victim = victims.removeLast();
            rounds.release(ROUNDS_OF_AN_ACT);
            try (Spawned command = directory.spawn(question(act))) {
                Thread.sleep(random.nextInt(1_000));
                kill(victim, crowd, command);
                int code = command.process().waitFor();
                if (victim != Victim.COMMAND) {
                    assertThat(code).as(command.words()).isZero();
                }
            }
        }
    }

    private void kill(Victim victim, Crowd crowd, Spawned command) throws IOException, InterruptedException {
        switch (victim) {
            case FIRST_CHAT -> crowd.kill(Member.FIRST_CHAT);
            case SECOND_CHAT -> crowd.kill(Member.SECOND_CHAT);
            case SERVER -> crowd.kill(Member.SERVER);
            case COMMAND -> command.kill();
            case NOBODY -> kills--;
        }
        kills++;
    }

    private String[] question(int act) {
        String what = QUESTIONS.get(act % QUESTIONS.size());
        Optional<String> run = ledger.runs().stream().findFirst();
        return what.equals("show") && run.isPresent()
                ? new String[] {what, run.get(), "--json"}
                : new String[] {what.equals("show") ? "runs" : what, "--json"};
    }

    private void judge(DataDirectory directory) throws Exception {
        assertThat(ledger.size()).isPositive();
        try (McpAgent successor = directory.mcp()) {
            ledger.everyAnswerIsStillTheSame(successor);
        }
        try (RunStore store = directory.store()) {
            List<StoredRun> runs = store.runs(RunQuery.all(1_000_000));
            assertThat(runs).extracting(run -> run.header().runId().value()).containsAll(ledger.runs());
            for (StoredRun run : runs) {
                RunId id = run.header().runId();
                assertThat(DataDirectory.stepsTaken(store, id))
                        .as("steps of %s", id)
                        .isEqualTo(ledger.advances(id.value()));
            }
        }
        assertThat(directory.ask(ExitCode.YES, "fsck").out()).contains("all is well");
    }
}

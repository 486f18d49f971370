package dev.waybill.app.reliability;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.Main;
import dev.waybill.app.host.Hosts;
import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.decide.Command;
import dev.waybill.engine.node.Activity;
import dev.waybill.journal.EventCodec;
import dev.waybill.journal.RunId;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.event.InterruptFact;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.StoredRun;
import dev.waybill.runtime.HostSettings;
import dev.waybill.testkit.Seeds;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// One process that writes a lot, one that works for others and the command line, all on one SQLite directory; any of
/// them is killed at any time. Ten times longer: `-Dwaybill.campaign=10`.
class SharedDirectoryTest {

    private static final int ROUNDS = 2 * Math.max(1, Integer.getInteger("waybill.campaign", 1));

    /// All processes agree on who is dead, so this is what `waybill` uses itself.
    private static final String LEASE = Long.toString(HostSettings.DEFAULT_LEASE.toMillis());

    @TempDir
    Path folder;

    private final long seed = Long.getLong("waybill.seed", System.nanoTime());
    private final Random random = Seeds.random(seed);
    private final Map<String, String> properties = new LinkedHashMap<>();
    private final Map<String, String> variables = new LinkedHashMap<>();
    private final List<Spawned> spawned = new ArrayList<>();
    private final Set<String> started = new LinkedHashSet<>();
    private final Set<String> answered = new LinkedHashSet<>();
    private Path data = Path.of("data");
    private Path calls = Path.of("calls");
    private final Map<Victim, Integer> kills = new EnumMap<>(Victim.class);
    private final List<Victim> victims = new ArrayList<>();
    private final Map<Victim, Spawned> servants = new EnumMap<>(Victim.class);

    private enum Victim {
        HEAVY,
        LIGHT,
        COMMAND,
        NOBODY
    }

    @BeforeEach
    void makeTheDesk() throws IOException {
        data = Files.createDirectories(folder.resolve("data"));
        calls = folder.resolve("calls.txt");
        properties.put(Trace.FILE, calls.toString());
        variables.put("WAYBILL_DATA", data.toString());
        variables.put("WAYBILL_KEYS", folder.resolve("keys").toString());
        variables.put("WAYBILL_ISSUER", "https://busy.example");
        Files.writeString(
                folder.resolve("key.json"), BusyHost.key().toPrivateJwk().toString());
        Files.writeString(folder.resolve("gated.json"), """
                {"id":"gated","name":"gated","version":"1","triggers":[],"metadata":{},"settings":{"timeout":0},
                 "variables":[{"name":"tag","type":"string","required":true}],
                 "nodes":[%s,%s,%s],"edges":[%s,%s]}""".formatted(
                        BusyHost.node("a", Trace.TYPE),
                        BusyHost.node("gate", "core.approvalGate"),
                        BusyHost.node("b", Trace.TYPE),
                        BusyHost.edge("a", "gate"),
                        BusyHost.edge("gate", "b")));
        variables.put("XDG_CONFIG_HOME", folder.resolve("config").toString());
        Path configuration = Files.createDirectories(folder.resolve("config/waybill"));
        Path jar = configuration.resolve("trace.jar");
        nodeTypes(jar);
        Files.writeString(
                configuration.resolve("node-types"),
                Digest.of(Files.readAllBytes(jar)).hex() + "  trace.jar\n");
    }

    /// The class itself is on the class path already; the jar only tells of it.
    private static void nodeTypes(Path jar) throws IOException {
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            out.putNextEntry(new ZipEntry("META-INF/services/" + Activity.class.getName()));
            out.write(Trace.class.getName().getBytes(StandardCharsets.UTF_8));
        }
    }

    @AfterEach
    void endAll() {
        spawned.forEach(Spawned::close);
    }

    @Test
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    void nothingAnsweredIsLostWhoeverIsKilled() throws Exception {
        System.out.println("kills on one directory with -Dwaybill.seed=" + seed);
        restart(Victim.HEAVY);
        restart(Victim.LIGHT);
        for (int round = 0; round < ROUNDS; round++) {
            useTheCommandLine("cli-" + round);
        }
        for (Spawned servant : servants.values()) {
            servant.kill();
        }
        spawned.forEach(process -> started.addAll(process.said("started")));
        judge();
    }

    private void judge() throws Exception {
        try (BusyHost successor =
                new BusyHost(data.toString(), "successor", BusyHost.SHORT_LEASE, new Trace(calls, 2))) {
            Aftermath aftermath = new Aftermath(successor.store());
            int runs = aftermath.everyRunCompletes(run -> acceptIfAsked(successor, run));
            aftermath.holds(started);
            aftermath.noOutcomeIsRecordedTwice();
            aftermath.fsckFindsNothing();
            answered.forEach(
                    run -> assertThat(deciders(successor, new RunId(run))).containsExactly("cli"));
            System.out.printf(
                    "%s killed, %d runs, %d of them answered for, %d approved by command, %d calls repeated%n",
                    kills, runs, started.size(), answered.size(), Aftermath.everyRepeatedCallCarriesTheSameId(calls));
        }
    }

    private static void acceptIfAsked(BusyHost host, StoredRun run) {
        if (run.projection().status() == RunStatus.WAITING_APPROVAL) {
            JsonObject yes = JsonObject.of("action", "accept");
            host.host()
                    .tell(
                            Hosts.OPERATOR,
                            run.header().runId(),
                            at -> new Command.Answer(at, "gate", yes, "judge", false));
        }
    }

    private static List<String> deciders(BusyHost host, RunId run) {
        return host.store().events(run, 0, Integer.MAX_VALUE).stream()
                .map(event -> EventCodec.decode(run, event).fact())
                .filter(InterruptFact.ApprovalReceived.class::isInstance)
                .map(fact -> String.valueOf(((InterruptFact.ApprovalReceived) fact).decidedBy()))
                .toList();
    }

    private void restart(Victim servant) throws IOException, InterruptedException {
        Spawned process = servant == Victim.LIGHT
                ? waybill("work")
                : Spawned.start(folder, variables, properties, BusyHost.class, data.toString(), "heavy", LEASE, "32");
        spawned.add(process);
        servants.put(servant, process.ready());
    }

    private Spawned waybill(String... words) throws IOException {
        List<String> all = new ArrayList<>(List.of(words));
        if (!words[0].equals("show")) {
            all.addAll(List.of("--key", folder.resolve("key.json").toString()));
        }
        Spawned process = Spawned.start(folder, variables, properties, Main.class, all.toArray(String[]::new));
        spawned.add(process);
        return process;
    }

    /// Starts a run and answers its question, as a user does.
    private void useTheCommandLine(String tag) throws Exception {
        Spawned run =
                waybill("run", folder.resolve("gated.json").toString(), "--input", "tag=" + tag, "--detach", "--json");
        if (!survives(run)) {
            return;
        }
        assertThat(run.process().exitValue()).as(run.words()).isZero();
        String id = run.words().replaceFirst("(?s).*\"runId\":\"([^\"]+)\".*", "$1");
        started.add(id);
        awaitQuestion(id);
        Spawned show = waybill("show", id, "--json");
        if (survives(show)) {
            assertThat(show.words()).contains("waiting-approval");
        }
        Spawned answer = waybill("answer", id, "gate", "accept", "--by", "cli", "--no-wait");
        if (survives(answer)) {
            assertThat(answer.process().exitValue()).as(answer.words()).isZero();
            answered.add(id);
        }
    }

    private void awaitQuestion(String run) throws InterruptedException {
        try (RunStore store = BusyHost.open(data.toString())) {
            while (store.run(new RunId(run)).orElseThrow().projection().status() != RunStatus.WAITING_APPROVAL) {
                Thread.sleep(50);
            }
        }
    }

    /// Kills somebody at some moment while a command works, then waits for the command's end.
    ///
    /// @return false when it was the command that was killed
    private boolean survives(Spawned command) throws IOException, InterruptedException {
        if (victims.isEmpty()) {
            victims.addAll(List.of(Victim.values()));
            Collections.shuffle(victims, random);
        }
        Victim victim = victims.removeLast();
        Thread.sleep(random.nextInt(1_000));
        Spawned known = victim == Victim.COMMAND ? command : servants.get(victim);
        boolean dies = known != null && dies(victim, known);
        if (dies && victim != Victim.COMMAND) {
            restart(victim);
        }
        command.process().waitFor();
        return !dies || victim != Victim.COMMAND;
    }

    /// @return false when it had ended before
    private boolean dies(Victim victim, Spawned process) throws InterruptedException {
        boolean alive = process.process().isAlive();
        process.kill();
        if (alive) {
            kills.merge(victim, 1, Integer::sum);
        }
        return alive;
    }
}

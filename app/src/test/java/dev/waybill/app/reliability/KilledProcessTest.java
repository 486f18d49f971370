package dev.waybill.app.reliability;

import dev.waybill.testkit.Seeds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `kill -9` of a real process under load, again and again. As a campaign of 40 kills: `-Dwaybill.campaign=10`.
class KilledProcessTest {

    private static final int KILLS = 4 * Math.max(1, Integer.getInteger("waybill.campaign", 1));

    @TempDir
    Path data;

    @Test
    void whatWasAnsweredIsThereAndEverythingComesToItsEnd() throws Exception {
        long seed = Long.getLong("waybill.seed", System.nanoTime());
        System.out.println("kills with -Dwaybill.seed=" + seed);
        Random random = Seeds.random(seed);
        Set<String> answered = new LinkedHashSet<>();
        for (int kill = 0; kill < KILLS; kill++) {
            // Mostly at work, and now and then while it begins.
            answered.addAll(runAndKill(kill % 4 == 0 ? "ready" : "started", random.nextInt(600)));
        }
        Path calls = data.resolve("calls.txt");
        try (BusyHost successor =
                new BusyHost(data.toString(), "successor", BusyHost.SHORT_LEASE, new Trace(calls, 2))) {
            Aftermath aftermath = new Aftermath(successor.store());
            int runs = aftermath.everyRunCompletes();
            aftermath.holds(answered);
            aftermath.noOutcomeIsRecordedTwice();
            aftermath.fsckFindsNothing();
            System.out.printf(
                    "%d kills, %d runs, %d of them answered for, %d calls repeated%n",
                    KILLS, runs, answered.size(), Aftermath.everyRepeatedCallCarriesTheSameId(calls));
        }
    }

    /// Starts the program, lets it work for a while after a word, and kills it.
    private List<String> runAndKill(String word, int millis) throws IOException, InterruptedException {
        Map<String, String> properties = new LinkedHashMap<>();
        properties.put(Trace.FILE, data.resolve("calls.txt").toString());
        String lease = Long.toString(BusyHost.SHORT_LEASE.toMillis());
        try (Spawned busy = Spawned.start(
                        data, new LinkedHashMap<>(), properties, BusyHost.class, data.toString(), "busy", lease, "32")
                .says(word)) {
            Thread.sleep(millis);
            busy.kill();
            return busy.said("started");
        }
    }
}

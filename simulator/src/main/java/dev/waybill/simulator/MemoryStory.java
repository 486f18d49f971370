package dev.waybill.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.journal.memory.Memories;
import dev.waybill.journal.memory.MemoryEntry;
import dev.waybill.journal.memory.MemoryScope;
import dev.waybill.journal.memory.MemoryWrite;
import dev.waybill.journal.memory.RunMemory;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Runs that write, hand over and are forked in a random order. Beside the store stands a model that knows nothing of
/// versions and layers: every run carries a copy of all that it sees, and every moment of it is kept.
final class MemoryStory {

    private static final String REF = "ref";
    private static final int ENTRIES = 4;

    /// What the model says of an entry.
    private record Said(String content, @Nullable Instant expiresAt) {}

    /// A moment of a run: what it saw, and where a store finds it.
    private record Moment(Map<String, Said> seen, long version, long sequence) {}

    /// @param parent in whose memory it writes; null when it writes to the tenant's, or to one of its own
    /// @param below what it saw when it began, where it shares
    /// @param written by it and those below it, the newest last
    private record Run(
            RunMemory memory,
            @Nullable Run parent,
            Map<String, Said> below,
            Map<String, Said> written,
            List<Moment> moments) {

        Moment now() {
            return moments.getLast();
        }
    }

    private final Memories memories;
    private final Random random;
    private final Map<String, Said> shared = new TreeMap<>();
    private final List<Run> runs = new ArrayList<>();
    private Instant now = TestRuns.START;

    private MemoryStory(Memories memories, Random random) {
        this.memories = memories;
        this.random = random;
    }

    static void tell(Memories memories, Random random, int steps) {
        MemoryStory story = new MemoryStory(memories, random);
        for (int step = 0; step < steps; step++) {
            story.now = story.now.plusSeconds(random.nextInt(5));
            story.step();
        }
        story.runs.forEach(run -> run.moments().forEach(moment -> story.check(run, moment)));
    }

    private void step() {
        if (runs.isEmpty() || random.nextInt(12) == 0) {
            begin();
            return;
        }
        Run run = runs.get(random.nextInt(runs.size()));
        switch (random.nextInt(8)) {
            case 0 -> handOver(run, false);
            case 1 -> handOver(run, true);
            case 2 -> branch(run);
            case 3, 4 -> look(run);
            default -> write(run);
        }
        check(run, run.now());
    }

    private void begin() {
        RunMemory memory = RunMemory.of(MemoryScope.shared(TestRuns.TENANT), TestRuns.id(runs.size()));
        add(new Run(memory, null, new TreeMap<>(), shared, new ArrayList<>()));
    }

    private void add(Run run) {
        runs.add(run);
        run.moments().add(moment(run, 0, version(run)));
    }

    private long version(Run run) {
        return memories.mark(run.memory().scope()).version();
    }

    private static Moment moment(Run run, long sequence, long version) {
        Map<String, Said> seen = new TreeMap<>(run.below());
        seen.putAll(run.written());
        return new Moment(seen, version, sequence);
    }

    /// The run's next turn: it sees what was written meanwhile.
    private void look(Run run) {
        run.moments().add(moment(run, run.now().sequence() + 1, version(run)));
    }

    private void write(Run run) {
        long sequence = run.now().sequence();
        String id = "entry-" + random.nextInt(ENTRIES);
        Said said = new Said(
                runs.indexOf(run) + " at " + sequence,
                random.nextBoolean() ? null : now.plusSeconds(random.nextInt(30)));
        RunMemory memory = run.memory();
        memories.write(new MemoryWrite(
                memory.scope(),
                memory.path(),
                memory.run(),
                sequence,
                REF,
                id,
                said.content(),
                List.of(),
                now,
                said.expiresAt()));
        for (Run each = run; each != null; each = each.parent()) {
            each.written().put(id, said);
        }
        Map<String, Said> seen = new TreeMap<>(run.now().seen());
        seen.put(id, said);
        run.moments().add(new Moment(seen, run.now().version(), sequence + 1));
    }

    private void handOver(Run run, boolean isolated) {
        Moment at = run.now();
        var child = TestRuns.id(runs.size());
        var view = run.memory().at(at.version(), at.sequence());
        RunMemory memory = isolated
                ? RunMemory.over(view, TestRuns.TENANT, child)
                : run.memory().shared(view, child);
        add(new Run(memory, isolated ? null : run, at.seen(), new TreeMap<>(), new ArrayList<>()));
    }

    /// From any moment of the past.
    private void branch(Run source) {
        Moment at = source.moments().get(random.nextInt(source.moments().size()));
        RunMemory memory = RunMemory.over(
                source.memory().at(at.version(), at.sequence()), TestRuns.TENANT, TestRuns.id(runs.size()));
        add(new Run(memory, null, at.seen(), new TreeMap<>(), new ArrayList<>()));
    }

    private void check(Run run, Moment moment) {
        Map<String, String> expected = new TreeMap<>();
        moment.seen().forEach((id, said) -> {
            if (said.expiresAt() == null || now.isBefore(said.expiresAt())) {
                expected.put(id, said.content());
            }
        });
        Map<String, String> found = new TreeMap<>();
        for (MemoryEntry entry :
                run.memory().at(moment.version(), moment.sequence()).entries(memories, REF, now)) {
            found.put(entry.id(), entry.content());
        }
        assertThat(found)
                .as("run %d at %d".formatted(runs.indexOf(run), moment.sequence()))
                .isEqualTo(expected);
    }
}

package dev.waybill.app.reliability;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.journal.EventCodec;
import dev.waybill.journal.RunId;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.StoredEvent;
import dev.waybill.journal.event.NodeFact;
import dev.waybill.journal.store.RunQuery;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.StoredRun;
import dev.waybill.runtime.check.Fsck;
import dev.waybill.runtime.check.FsckFinding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/// What must be true after processes were killed, whatever happened.
final class Aftermath {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final RunStore store;

    Aftermath(RunStore store) {
        this.store = store;
    }

    List<StoredRun> runs() {
        return store.runs(RunQuery.all(1_000_000));
    }

    int everyRunCompletes() throws InterruptedException {
        return everyRunCompletes(_ -> {});
    }

    /// Waits until every run has come to its end, and says how many there are.
    ///
    /// @param meanwhile is shown those that have not, again and again
    int everyRunCompletes(Consumer<StoredRun> meanwhile) throws InterruptedException {
        Instant end = Instant.now().plus(PATIENCE);
        List<StoredRun> runs = runs();
        while (runs.stream().anyMatch(Aftermath::isOpen) && Instant.now().isBefore(end)) {
            runs.stream().filter(Aftermath::isOpen).forEach(meanwhile);
            Thread.sleep(100);
            runs = runs();
        }
        assertThat(runs).allMatch(run -> run.projection().status() == RunStatus.COMPLETED);
        return runs.size();
    }

    private static boolean isOpen(StoredRun run) {
        return !run.projection().status().isTerminal();
    }

    /// The runs that a process owns.
    Set<String> ownedBy(String process) {
        return runs().stream()
                .filter(run -> run.owner() != null && run.owner().value().equals(process))
                .map(run -> run.header().runId().value())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /// The runs of a process in which an activity has begun and not ended.
    Set<String> atWorkFor(String process) {
        return ownedBy(process).stream()
                .filter(run -> hasBegun(new RunId(run)))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private boolean hasBegun(RunId run) {
        Set<String> begun = new TreeSet<>();
        for (StoredEvent event : store.events(run, 0, Integer.MAX_VALUE)) {
            switch (EventCodec.decode(run, event).fact()) {
                case NodeFact.NodeStarted started -> begun.add(started.nodeId());
                case NodeFact.NodeCompleted completed -> begun.remove(completed.nodeId());
                default -> {
                    // Nothing begins or ends.
                }
            }
        }
        begun.remove("wait");
        return !begun.isEmpty();
    }

    void holds(Set<String> answered) {
        assertThat(answered).isNotEmpty();
        assertThat(runs().stream().map(run -> run.header().runId().value())).containsAll(answered);
    }

    /// Every node has one outcome.
    void noOutcomeIsRecordedTwice() {
        for (StoredRun run : runs()) {
            assertThat(completed(run.header().runId()))
                    .as("%s", run.header().runId())
                    .isNotEmpty()
                    .doesNotHaveDuplicates();
        }
    }

    private List<String> completed(RunId run) {
        return store.events(run, 0, Integer.MAX_VALUE).stream()
                .map(event -> EventCodec.decode(run, event).fact())
                .filter(fact -> fact instanceof NodeFact.NodeCompleted)
                .map(fact -> String.valueOf(fact.nodeId()))
                .toList();
    }

    void fsckFindsNothing() {
        List<FsckFinding> findings = new ArrayList<>();
        Fsck.check(store, BusyHost.KEYS, Instant.now(), findings::add);
        assertThat(findings).isEmpty();
    }

    /// However often an execution was called, and by whom: always by the one id that no other execution has.
    ///
    /// @return how many calls were repetitions
    static int everyRepeatedCallCarriesTheSameId(Path calls) throws IOException {
        Map<String, Set<String>> ids = new LinkedHashMap<>();
        Map<String, Set<String>> executions = new LinkedHashMap<>();
        int repeated = 0;
        for (String line : Files.readAllLines(calls)) {
            int end = line.lastIndexOf(' ');
            String execution = line.substring(0, end);
            String id = line.substring(end + 1);
            assertThat(execution).as("called by name, node and ordinal").matches("\\S+ \\S+ 1");
            repeated += ids.containsKey(execution) ? 1 : 0;
            ids.computeIfAbsent(execution, _ -> new TreeSet<>()).add(id);
            executions.computeIfAbsent(id, _ -> new TreeSet<>()).add(execution);
        }
        assertThat(ids.values()).isNotEmpty().allMatch(known -> known.size() == 1);
        assertThat(executions.values()).allMatch(known -> known.size() == 1);
        return repeated;
    }
}

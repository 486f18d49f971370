package dev.waybill.app.command.evidence;

import dev.waybill.app.host.Hosts;
import dev.waybill.base.TaskState;
import dev.waybill.evidence.lifecycle.Attempt;
import dev.waybill.evidence.lifecycle.RunTask;
import dev.waybill.evidence.lifecycle.RunTasks;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.RunId;
import dev.waybill.journal.store.EventPages;
import dev.waybill.journal.store.RunQuery;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.StoredRun;
import dev.waybill.runtime.RunReader;
import dev.waybill.workflow.WorkflowNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The tasks of a store, seen through its runs. It can look again, and then reads only the runs that went on.
final class TaskView {

    private static final int PAGE = 1_000;

    private final RunStore store;
    private final RunReader reader;
    private final Map<RunId, Seen> seen = new LinkedHashMap<>();

    TaskView(RunStore store) {
        this.store = store;
        this.reader = RunReader.of(store, Hosts.OPERATOR);
    }

    /// @param head how long the run's log was
    private record Seen(RunHeader header, long head, Attempt attempt) {}

    /// Oldest first.
    List<RunTask> tasks() {
        RunTasks tasks = new RunTasks(run -> store.run(run).map(StoredRun::header));
        for (StoredRun run : runs()) {
            if (RunTasks.isAttempt(run.header())) {
                Seen attempt = look(run);
                tasks.add(attempt.header(), attempt.attempt());
            }
        }
        return tasks.tasks();
    }

    private List<StoredRun> runs() {
        List<StoredRun> runs = new ArrayList<>();
        @Nullable RunId before = null;
        List<StoredRun> page;
        do {
            page = store.runs(RunQuery.where().before(before).newest(PAGE));
            runs.addAll(page);
            before = page.isEmpty() ? null : page.getLast().header().runId();
        } while (page.size() == PAGE);
        return runs.reversed();
    }

    private Seen look(StoredRun run) {
        Seen known = seen.get(run.header().runId());
        if (known != null && known.head() == run.head()) {
            return known;
        }
        EventPages events = new EventPages(store, run.header().runId());
        Seen now = new Seen(run.header(), run.head(), Attempt.of(run.header(), () -> events, steps(run)));
        seen.put(run.header().runId(), now);
        return now;
    }

    private Map<String, TaskState> steps(StoredRun run) {
        Map<String, TaskState> steps = new LinkedHashMap<>();
        if (!run.pruned()) {
            for (WorkflowNode node :
                    reader.fold(run.header(), 0).workflow().definition().nodes()) {
                TaskState state = node.settings().taskState();
                if (state != null) {
                    steps.put(node.id(), state);
                }
            }
        }
        return steps;
    }
}

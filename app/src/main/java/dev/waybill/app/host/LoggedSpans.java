package dev.waybill.app.host;

import dev.waybill.journal.RunId;
import dev.waybill.journal.store.EventPages;
import dev.waybill.journal.store.RunQuery;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.StoredRun;
import dev.waybill.receipt.binding.Span;
import dev.waybill.runtime.Caller;
import dev.waybill.runtime.RunReader;
import dev.waybill.view.trace.RunSpans;
import java.util.ArrayList;
import java.util.List;

/// The spans of runs as their logs give them, children included: what a collector got live, or would have got.
///
/// @param caller who sees the runs
public record LoggedSpans(RunStore store, Caller caller, RunSpans spans) {

    private static final int PAGE = 500;

    /// @param names ids, or unique beginnings of them
    public List<Span> of(List<String> names) {
        RunReader reader = RunReader.of(store, caller);
        List<Span> all = new ArrayList<>();
        names.forEach(
                name -> add(reader, store.run(RunIds.resolve(reader, name)).orElseThrow(), all));
        return all;
    }

    private void add(RunReader reader, StoredRun run, List<Span> all) {
        RunId id = run.header().runId();
        all.addAll(spans.of(reader.fold(run.header(), 0), () -> new EventPages(store, id)));
        RunId before = null;
        List<StoredRun> children;
        do {
            children = store.runs(RunQuery.where().parent(id).before(before).newest(PAGE));
            children.forEach(child -> add(reader, child, all));
            before = children.isEmpty() ? null : children.getLast().header().runId();
        } while (children.size() == PAGE);
    }
}

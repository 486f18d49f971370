package dev.waybill.app.command;

import dev.waybill.app.host.Hosts;
import dev.waybill.app.host.RunIds;
import dev.waybill.journal.RunId;
import dev.waybill.journal.store.EventPages;
import dev.waybill.journal.store.RunQuery;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.StoredRun;
import dev.waybill.receipt.binding.Span;
import dev.waybill.runtime.RunReader;
import dev.waybill.view.trace.RunSpans;
import java.util.ArrayList;
import java.util.List;

/// The spans of runs as their logs give them, children included: what a collector got live, or would have got.
record LoggedSpans(RunStore store, RunSpans spans) {

    private static final int PAGE = 500;

    List<Span> of(List<String> names) {
        List<Span> all = new ArrayList<>();
        names.forEach(name -> add(store.run(RunIds.resolve(store, name)).orElseThrow(), all));
        return all;
    }

    private void add(StoredRun run, List<Span> all) {
        RunId id = run.header().runId();
        all.addAll(
                spans.of(RunReader.of(store, Hosts.OPERATOR).fold(run.header(), 0), () -> new EventPages(store, id)));
        RunId before = null;
        List<StoredRun> children;
        do {
            children = store.runs(RunQuery.where().parent(id).before(before).newest(PAGE));
            children.forEach(child -> add(child, all));
            before = children.isEmpty() ? null : children.getLast().header().runId();
        } while (children.size() == PAGE);
    }
}

package dev.waybill.app.host;

import dev.waybill.app.cli.Newest;
import dev.waybill.doors.desk.HostPages;
import dev.waybill.engine.diff.Comparison;
import dev.waybill.engine.diff.RunDiff;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.RunId;
import dev.waybill.journal.store.EventPages;
import dev.waybill.journal.store.RunStore;
import dev.waybill.runtime.Caller;
import dev.waybill.runtime.RunReader;
import dev.waybill.view.guided.GuidedPage;
import dev.waybill.view.guided.LineageView;
import dev.waybill.view.guided.RunLineage;
import dev.waybill.view.guided.Session;
import dev.waybill.view.guided.SessionPage;
import dev.waybill.view.run.DiffPage;
import dev.waybill.view.run.Lineage;
import dev.waybill.view.run.NodeHistory;
import dev.waybill.view.run.Page;
import dev.waybill.view.run.RunPage;
import dev.waybill.view.run.RunReceipts;
import dev.waybill.view.run.RunReport;
import dev.waybill.view.run.SignedSteps;
import dev.waybill.view.run.Standing;
import java.util.List;

/// Pages about the runs of a store, for the command line and for the door that shows them to others.
public record RunPages(RunStore store) implements HostPages {

    @Override
    public Page run(Caller caller, String run, String again) {
        RunReader reader = RunReader.of(store, caller);
        RunId id = RunIds.resolve(reader, run);
        Standing standing = Standing.of(reader::state, id);
        RunPage plain = new RunPage(
                standing,
                NodeHistory.of(standing.state(), new EventPages(reader, id), SignedSteps.read(store, id)),
                RunReceipts.of(store, standing.state().header()),
                Lineage.of(reader, standing.state().header()),
                again);
        return standing.state().isGuided()
                ? new GuidedPage(plain, LineageView.of(List.of(RunLineage.read(reader, store, standing.state()))))
                : plain;
    }

    @Override
    public Page report(Caller caller, String run, String again) {
        RunReader reader = RunReader.of(store, caller);
        Standing standing = Standing.of(reader::state, RunIds.resolve(reader, run));
        RunReport report =
                new RunReport(standing, RunReceipts.of(store, standing.state().header()), again);
        return caller.equals(Hosts.OPERATOR) ? report : report.fromAfar();
    }

    @Override
    public Page sessions(Caller caller, int limit, boolean all) {
        List<Session> found = new Sessions(RunReader.of(store, caller)).newest(limit + 1, all);
        return new SessionPages.Listed(Newest.of(found, limit));
    }

    @Override
    public Page session(Caller caller, String session, String again) {
        RunReader reader = RunReader.of(store, caller);
        return new SessionPages.Shown(new Sessions(reader)
                .find(session).stream()
                        .map(found -> SessionPage.of(reader, store, reader::state, found, again))
                        .toList());
    }

    @Override
    public Page diff(Caller caller, String run, String other) {
        RunReader reader = RunReader.of(store, caller);
        RunId a = RunIds.resolve(reader, run);
        RunId b = RunIds.resolve(reader, other);
        RunState one = reader.state(a);
        RunState two = reader.state(b);
        RunDiff diff = RunDiff.of(
                new EventPages(reader, a), new EventPages(reader, b), Comparison.of(one.header(), two.header()));
        return new DiffPage(diff, one, two);
    }
}

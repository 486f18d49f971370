package dev.waybill.doors.rest.api;

import dev.waybill.doors.rest.Answer;
import dev.waybill.doors.rest.Call;
import dev.waybill.doors.rest.RestRefusal;
import dev.waybill.doors.rest.Route;
import dev.waybill.engine.decide.RefusalCode;
import dev.waybill.engine.decide.Refused;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.RunId;
import dev.waybill.journal.store.EventPages;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.Scope;
import dev.waybill.receipt.ReceiptVerifier;
import dev.waybill.receipt.VerifierOptions;
import dev.waybill.runtime.RunReader;
import dev.waybill.view.run.SignedSteps;
import dev.waybill.view.step.Repeated;
import dev.waybill.view.step.StepReceipts;
import dev.waybill.view.step.StepView;
import java.util.List;

/// One step of a run, whole, and what it would take to go back to it. Ours: the protocol has no operations for it.
record StepRoutes(RestHost host) {

    List<Route> routes() {
        return List.of(
                Route.get(
                                "/host/waybill/runs/{runId}/steps/{nodeId}",
                                "getRunStep",
                                Scope.RUNS_READ,
                                "What a step was given, asked its models, gave back, and who signed for it.")
                        .query("ordinal", "Which execution of the node, from 1 (default: the latest).")
                        .gives(200, "Step")
                        .refuses(400, 401, 403, 404, 410)
                        .by(this::step),
                Route.get(
                                "/host/waybill/runs/{runId}/fork-preview",
                                "previewFork",
                                Scope.RUNS_READ,
                                "What a branch would do again, with what that cost.")
                        .query("fromSeq", "The first event that would be the branch's own (default 0).")
                        .gives(200, "ForkPreview")
                        .refuses(400, 401, 403, 404, 410, 422)
                        .by(this::preview));
    }

    private Answer step(Call call) {
        RunReader reader = host.runs().reader(call.caller());
        RunId run = call.run();
        RunState state = reader.state(run);
        String node = call.path("nodeId");
        int latest = state.nodes().containsKey(node) ? state.node(node).ordinal() : 0;
        int ordinal = (int) call.number("ordinal", Math.max(1, latest), 1, Integer.MAX_VALUE);
        RunStore store = host.runs().store();
        ReceiptVerifier verifier = new ReceiptVerifier(
                host.keys().get(),
                VerifierOptions.at(host.clock().instant().getEpochSecond()).asEvidence());
        return StepView.of(
                        state,
                        new EventPages(reader, run),
                        SignedSteps.read(store, run),
                        new StepReceipts(store, reader, verifier),
                        node,
                        ordinal)
                .<Answer>map(Answer::ok)
                .orElseThrow(() ->
                        RestRefusal.notFound("this run has no execution %d of a node %s".formatted(ordinal, node)));
    }

    private Answer preview(Call call) {
        RunReader reader = host.runs().reader(call.caller());
        RunId run = call.run();
        long head = reader.state(run).head();
        long from = call.number("fromSeq", 0, 0, Long.MAX_VALUE);
        if (from > head) {
            throw new Refused(
                    RefusalCode.INVALID_FROM_SEQ, "expected a sequence from 0 to %d, found %d".formatted(head, from));
        }
        return Answer.ok(Repeated.of(reader, run, from));
    }
}

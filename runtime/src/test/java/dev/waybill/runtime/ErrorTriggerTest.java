package dev.waybill.runtime;

import static dev.waybill.runtime.TestHost.ACME;
import static dev.waybill.runtime.TestHost.definition;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonObject;
import dev.waybill.journal.ForkMode;
import dev.waybill.journal.RunId;
import dev.waybill.journal.store.RunQuery;
import dev.waybill.journal.store.StoredRun;
import dev.waybill.runtime.trigger.FailureRound;
import dev.waybill.runtime.trigger.Scheduler;
import dev.waybill.runtime.trigger.TriggerCatalog;
import dev.waybill.runtime.trigger.TriggerDesk;
import dev.waybill.simulator.ModelStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// A run that failed starts the workflows that look after failures, and these never each other.
class ErrorTriggerTest {

    private static final String BREAK =
            "'nodes':[{'id':'break','typeId':'core.fail','config':{'code':'%s','message':'no'}}]}";

    private final ModelStore store = new ModelStore();
    private final TestHost host = new TestHost(store);
    private final TriggerCatalog catalog = new TriggerCatalog(store, host, "acme");
    private final TriggerDesk desk = new TriggerDesk(host.host, catalog, host);
    private final List<String> complaints = new ArrayList<>();

    private void handler(String id, String config, String nodes) {
        host.knows(
                definition("{'id':'%s','name':'Handler','version':'1','variables':[{'name':'trigger','type':'object'}],"
                                .formatted(id)
                        + "'triggers':[{'id':'broken','type':'error','config':{" + config + "}}]," + nodes));
        new Scheduler(host.host, catalog, host, complaints::add).poll(Duration.ofSeconds(1));
    }

    private static final String FINE = "'nodes':[{'id':'work','typeId':'core.noop'}]}";

    private RunId fail(String workflow, String code) {
        return host.start(
                definition("{'id':'%s','name':'Breaks','version':'1',".formatted(workflow) + BREAK.formatted(code)),
                JsonObject.EMPTY);
    }

    private void round() {
        for (int i = 0; i < 5; i++) {
            FailureRound.of(host.host, desk, host, complaints::add).run();
            host.settle();
        }
    }

    private JsonObject told(RunId run) {
        return host.state(run).variables().get("trigger") instanceof JsonObject told ? told : JsonObject.EMPTY;
    }

    private List<String> runsOf(String workflow) {
        return store.runs(RunQuery.all(99)).stream()
                .map(StoredRun::header)
                .filter(header -> header.definitionId().equals(workflow))
                .map(header -> told(header.runId()))
                .map(it -> it.string("failedRunId").orElse(""))
                .toList();
    }

    @Test
    void aFailureStartsTheWorkflowThatLooksAfterItOnceWithItsError() {
        handler("look-after", "", FINE);
        RunId failed = fail("breaks", "out_of_paper");
        round();
        assertThat(runsOf("look-after")).containsExactly(failed.value());
        RunId run = store.runs(RunQuery.all(1)).getFirst().header().runId();
        JsonObject told = told(run);
        assertThat(told.string("workflowId")).hasValue("breaks");
        assertThat(told.string("failedNodeId")).hasValue("break");
        assertThat(told.object("errorEnvelope").orElseThrow().string("error")).hasValue("out_of_paper");
        round();
        assertThat(runsOf("look-after")).hasSize(1);
    }

    @Test
    void filtersChooseWorkflowsAndCodes() {
        handler("by-code", "'errorCodeFilter':'out_of_paper'", FINE);
        handler("by-workflow", "'workflowIdFilter':'breaks'", FINE);
        fail("breaks", "other");
        fail("others", "out_of_paper");
        round();
        assertThat(runsOf("by-code")).hasSize(1);
        assertThat(runsOf("by-workflow")).hasSize(1);
    }

    @Test
    void aHandlerThatFailsStartsNoHandler() {
        handler("first", "", BREAK.formatted("worse"));
        handler("second", "", BREAK.formatted("worst"));
        fail("breaks", "out_of_paper");
        round();
        assertThat(runsOf("first")).hasSize(1);
        assertThat(runsOf("second")).hasSize(1);
        assertThat(store.runs(RunQuery.all(99))).hasSize(3);
    }

    @Test
    void aReplayHasFailedBefore() {
        handler("look-after", "", FINE);
        RunId failed = fail("breaks", "out_of_paper");
        round();
        host.host.fork(ACME, failed, 0, ForkMode.REPLAY, JsonObject.EMPTY);
        host.settle();
        round();
        assertThat(runsOf("look-after")).hasSize(1);
    }

    @Test
    void whoListensToNothingPaysNothing() {
        fail("breaks", "out_of_paper");
        assertThat(store.undelivered("trigger-error", host.instant().plusSeconds(9), 9))
                .isEmpty();
        handler("look-after", "", FINE);
        desk.pause(ACME, "look-after", "broken");
        fail("breaks", "out_of_paper");
        assertThat(store.undelivered("trigger-error", host.instant().plusSeconds(9), 9))
                .isEmpty();
    }
}

package dev.waybill.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.engine.decide.Limits;
import dev.waybill.engine.decide.Status;
import dev.waybill.engine.node.NodeTypes;
import dev.waybill.engine.state.PublicView;
import dev.waybill.journal.ForkMode;
import dev.waybill.journal.ReceiptPolicy;
import dev.waybill.journal.RunId;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.StoredEvent;
import dev.waybill.journal.store.RunQuery;
import dev.waybill.journal.store.StoredReceipt;
import dev.waybill.receipt.Receipt;
import dev.waybill.runtime.check.Fsck;
import dev.waybill.runtime.check.FsckCounts;
import dev.waybill.runtime.check.FsckFinding;
import dev.waybill.runtime.check.Repetition;
import dev.waybill.workflow.WorkflowDefinition;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Sensitive values through a host: stored for the run, in nobody's sight.
class SensitiveDataTest {

    private static final String SECRET = "hunter2-and-more";
    private static final JsonObject INPUTS = JsonObject.EMPTY.with("key", new JsonString(SECRET));

    private final Signed signed = new Signed();

    private static WorkflowDefinition workflow(String id, String node, String variables) {
        return TestHost.definition(
                "{'id':'%s','name':'n','version':'1','nodes':[%s],'edges':[],'triggers':[],'variables':[%s],'metadata':{},'settings':{'timeout':0}}"
                        .formatted(id, node, variables));
    }

    private static String node(String type, String config, String inputs) {
        return "{'id':'n','typeId':'%s','name':'n','position':{'x':0,'y':0},'config':{%s},'inputs':{%s}}"
                .formatted(type, config, inputs);
    }

    private static final String KEY = "{'name':'key','type':'string','sensitive':true}";
    private static final String PASS = "'in':{'type':'variable','variableName':'key'}";

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /// What anybody could get to see of a run, from its events to its receipts.
    private String seen(RunId run) {
        StringBuilder seen = new StringBuilder();
        for (StoredEvent event : signed.store.events(run, 0, 99)) {
            seen.append(text(event.publicPart())).append('\n');
        }
        signed.steps(run).forEach(receipt -> seen.append(receipt.claims()).append('\n'));
        for (StoredReceipt summary : signed.store.receipts(run, StoredReceipt.Kind.SUMMARY, 0, 9)) {
            seen.append(Receipt.decode(summary.bytes()).claims()).append('\n');
        }
        return seen.toString();
    }

    @Test
    void nothingThatLeavesTheStoreShowsIt() {
        WorkflowDefinition definition = workflow("flow", node("core.identity", "", PASS), KEY);
        RunId run = signed.start(definition, INPUTS, ReceiptPolicy.DEFAULT);
        assertThat(signed.host.state(run).outputs()).isEqualTo(TestHost.json("{'n':{'in':'" + SECRET + "'}}"));
        assertThat(PublicView.outputs(signed.host.state(run))).isEqualTo(TestHost.json("{'n':{'in':'[REDACTED]'}}"));
        assertThat(seen(run)).contains("[REDACTED]").doesNotContain("hunter2");
        signed.assertSound(run);
        List<FsckFinding> findings = new ArrayList<>();
        Fsck.check(signed.store, Signed.KEYS, signed.host.instant(), findings::add);
        assertThat(findings).isEmpty();
    }

    @Test
    void anInputThatNobodyAskedForStaysOutOfEvents() {
        WorkflowDefinition definition = workflow("flow", node("core.noop", "", ""), "{'name':'known','type':'string'}");
        JsonObject inputs = INPUTS.with("known", new JsonString("open"));
        RunId run = signed.start(definition, inputs, ReceiptPolicy.DEFAULT);
        assertThat(PublicView.inputs(signed.host.state(run))).isEqualTo(inputs);
        assertThat(seen(run)).contains("[REDACTED]", "open").doesNotContain("hunter2");
        RunId replay = signed.host.host.fork(TestHost.ACME, run, 0, ForkMode.REPLAY, JsonObject.EMPTY);
        signed.host.settle();
        assertThat(Status.of(signed.host.state(replay))).isEqualTo(RunStatus.COMPLETED);
        assertThat(seen(replay)).doesNotContain("hunter2");
        assertThat(PublicView.hidesAnything(signed.host.state(run))).isFalse();
    }

    @Test
    void aDeepCheckDecidesARunWithSensitiveInputsOnceMore() {
        String values = ",{'name':'copy','type':'string','sensitive':true},{'name':'list','type':'string'}";
        WorkflowDefinition definition = workflow("flow", node("core.identity", "", PASS), KEY + values);
        RunId run = signed.start(definition, INPUTS.with("list", new JsonString("open")), ReceiptPolicy.DEFAULT);
        RunId branch = signed.host.host.fork(
                TestHost.ACME,
                run,
                1,
                ForkMode.BRANCH,
                JsonObject.of("variables", JsonObject.of("copy", "another-secret")));
        signed.host.settle();
        List<FsckFinding> findings = new ArrayList<>();
        Repetition deep = new Repetition(NodeTypes.core(), Limits.DEFAULT, "1");
        FsckCounts counts = Fsck.check(signed.store, Signed.KEYS, signed.host.instant(), deep, findings::add);
        assertThat(findings).isEmpty();
        assertThat(counts.repeated()).as("%s and %s", run, branch).isEqualTo(2);
    }

    @Test
    void forksHaveTheValueAndHideIt() {
        WorkflowDefinition definition = workflow("flow", node("core.identity", "", PASS), KEY);
        RunId run = signed.start(definition, INPUTS, ReceiptPolicy.DEFAULT);
        for (ForkMode mode : ForkMode.values()) {
            for (long place : new long[] {0, 2}) {
                RunId fork = signed.host.host.fork(TestHost.ACME, run, place, mode, JsonObject.EMPTY);
                signed.host.settle();
                assertThat(signed.host.state(fork).outputs())
                        .isEqualTo(signed.host.state(run).outputs());
                assertThat(seen(fork)).doesNotContain("hunter2");
            }
        }
    }

    @Test
    void aChildHidesWhatItsParentHides() {
        signed.host.knows(workflow(
                "child",
                node("core.identity", "", "'in':{'type':'variable','variableName':'k'}"),
                "{'name':'k','type':'string'}"));
        RunId run = signed.start(
                workflow("flow", node("core.subWorkflow", "'workflowId':'child','inputMapping':{'k':'key'}", ""), KEY),
                INPUTS,
                ReceiptPolicy.DEFAULT);
        assertThat(Status.of(signed.host.state(run))).isEqualTo(RunStatus.COMPLETED);
        RunId child = signed.store
                .runs(RunQuery.where().parent(run).newest(9))
                .getFirst()
                .header()
                .runId();
        assertThat(signed.host.state(child).variables()).containsEntry("k", new JsonString(SECRET));
        assertThat(seen(child)).contains("[REDACTED]").doesNotContain("hunter2");
    }
}

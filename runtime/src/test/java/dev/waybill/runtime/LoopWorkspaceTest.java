package dev.waybill.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.decide.Command;
import dev.waybill.engine.decide.Status;
import dev.waybill.journal.Event;
import dev.waybill.journal.ForkMode;
import dev.waybill.journal.RunId;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.document.Document;
import dev.waybill.journal.document.Documents;
import dev.waybill.journal.document.Shelf;
import dev.waybill.journal.event.HandOverFact.NodeDispatched;
import dev.waybill.journal.event.InputFact;
import dev.waybill.runtime.check.Fsck;
import dev.waybill.runtime.check.FsckCode;
import dev.waybill.runtime.check.FsckFinding;
import dev.waybill.simulator.ModelStore;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// What nodes and turns see of the files that a tenant shares, and what becomes of what they write.
class LoopWorkspaceTest {

    private static final Shelf FILES = Shelf.workspace("acme");

    private final TestHost host = new TestHost(new ModelStore());

    @AfterEach
    void everythingCanBeDecidedAgain() {
        Repeated.all(host.store, List.of());
        List<FsckFinding> damage = new ArrayList<>();
        Fsck.check(host.store, Signed.KEYS, Instant.parse("2026-12-01T10:00:00Z"), damage::add);
        assertThat(damage)
                .filteredOn(finding -> finding.code() == FsckCode.WORKSPACE_CHANGED)
                .isEmpty();
    }

    private static String write(String id, String path, String content) {
        return "{'id':'%s','typeId':'waybill.workspace.write','config':{'path':'%s','content':'%s'}}"
                .formatted(id, path, content);
    }

    private static String look(String id) {
        return "{'id':'%s','typeId':'waybill.workspace.list'}".formatted(id);
    }

    private void worker(String id, String... nodes) {
        List<String> edges = new ArrayList<>();
        for (int i = 1; i < nodes.length; i++) {
            edges.add("{'id':'e%d','sourceNodeId':'n%d','targetNodeId':'n%d'}".formatted(i, i - 1, i));
        }
        host.knows(TestHost.definition("{'id':'%s','name':'n','version':'1.0.0','nodes':[%s],'edges':[%s]}"
                .formatted(id, String.join(",", nodes), String.join(",", edges))));
    }

    private RunId run(String id) {
        RunId run = host.start(host.find(id).orElseThrow(), JsonObject.EMPTY);
        assertThat(Status.of(host.state(run))).isEqualTo(RunStatus.COMPLETED);
        return run;
    }

    private RunId loop(String dispatch, String... decisions) {
        host.knows(TestHost.definition("""
                {'id':'loop','name':'n','version':'1.0.0','nodes':[
                  {'id':'plan','typeId':'core.orchestrator.supervisor','config':{'mockDispatchPlan':[%s]}},
                  {'id':'act','typeId':'core.dispatch','config':%s}],
                 'edges':[
                  {'id':'e1','sourceNodeId':'plan','targetNodeId':'act'},
                  {'id':'e2','sourceNodeId':'act','targetNodeId':'plan'}]}""".formatted(String.join(",", decisions), dispatch)));
        return host.start(host.find("loop").orElseThrow(), JsonObject.EMPTY);
    }

    private static String next(String... workers) {
        return "{'kind':'next-worker','nextWorkerIds':['" + String.join("','", workers) + "']}";
    }

    private List<RunId> children(RunId run) {
        return host.events(run).stream()
                .flatMap(event -> event.fact() instanceof NodeDispatched dispatched
                        ? Stream.of(new RunId(dispatched.childRunId()))
                        : Stream.empty())
                .toList();
    }

    /// What a node that lists has found, as `path@version`.
    private List<String> seen(RunId run, String node) {
        JsonValue files = Objects.requireNonNull(
                Objects.requireNonNull(host.state(run).node(node).last())
                        .outputs()
                        .get("files"));
        return files.asArray().orElseThrow().items().stream()
                .map(file -> file.asObject().orElseThrow())
                .map(file -> file.string("path").orElseThrow() + "@" + file.get("version"))
                .toList();
    }

    private List<String> there() {
        return shown(host.store.documents().list(FILES, Documents.NOW));
    }

    private static List<String> shown(List<Document> files) {
        return files.stream()
                .map(file -> "%s@%d %s"
                        .formatted(file.name(), file.version(), new String(file.content(), StandardCharsets.UTF_8)))
                .toList();
    }

    private List<InputFact.WorkspaceUpdated> told(RunId run) {
        return host.events(run).stream()
                .map(Event::fact)
                .flatMap(fact ->
                        fact instanceof InputFact.WorkspaceUpdated updated ? Stream.of(updated) : Stream.empty())
                .toList();
    }

    private void byHand(String path, String content) {
        TenantWorkspace.of(host.store, TestHost.ACME).write(path, content, null, null, host.instant());
    }

    @Test
    void whatANodeWritesIsToldWithItsVersionAndSeenByTheNodesAfterIt() {
        byHand("a.md", "by hand");
        worker("both", look("n0"), write("n1", "a.md", "two"), write("n2", "b.md", "new"), look("n3"));
        RunId run = run("both");
        assertThat(seen(run, "n0")).containsExactly("a.md@1");
        assertThat(seen(run, "n3")).containsExactly("a.md@2", "b.md@1");
        assertThat(told(run))
                .containsExactly(
                        new InputFact.WorkspaceUpdated("n1", "a.md", 2),
                        new InputFact.WorkspaceUpdated("n2", "b.md", 1));
        List<String> types = host.types(run);
        assertThat(types.indexOf("workspace.updated n1")).isEqualTo(types.indexOf("node.completed n1") - 1);
        assertThat(there()).containsExactly("a.md@2 two", "b.md@1 new");
        assertThat(shown(TenantWorkspace.seenBy(
                        host.store, host.store.run(run).orElseThrow().header())))
                .as("the snapshot is the one of the start")
                .containsExactly("a.md@1 by hand");
    }

    @Test
    void aTurnAndItsWorkersSeeTheFilesOfItsBeginningAndTheNextTurnSeesWhatTheyWrote() {
        byHand("plan.md", "go");
        for (String policy : List.of("sequential", "parallel")) {
            LoopWorkspaceTest fresh = new LoopWorkspaceTest();
            fresh.byHand("plan.md", "go");
            fresh.worker("one", write("n0", "one.md", "1"), look("n1"));
            fresh.worker("two", look("n0"), write("n1", "two.md", "2"), "{'id':'n2','typeId':'core.fail'}");
            fresh.worker("three", look("n0"));
            RunId run = fresh.loop(
                    "{'fanOutPolicy':'%s'}".formatted(policy),
                    next("one", "two"),
                    next("three"),
                    "{'kind':'terminate'}");
            List<RunId> children = fresh.children(run);
            assertThat(fresh.seen(children.get(0), "n1")).as(policy).containsExactly("one.md@1", "plan.md@1");
            assertThat(fresh.seen(children.get(1), "n0")).as(policy).containsExactly("plan.md@1");
            assertThat(fresh.seen(children.get(2), "n0"))
                    .as(policy + ": the failed one's, too")
                    .containsExactly("one.md@1", "plan.md@1", "two.md@1");
            fresh.everythingCanBeDecidedAgain();
        }
    }

    @Test
    void aChildThatNobodyWaitsForSeesTheFilesToo() {
        byHand("a.md", "by hand");
        worker("look", look("n0"));
        worker(
                "aside",
                "{'id':'n0','typeId':'core.subWorkflow','config':{'workflowId':'look','waitForCompletion':false}}");
        assertThat(seen(children(run("aside")).getFirst(), "n0")).containsExactly("a.md@1");
    }

    @Test
    void whatPeopleWriteWhileALoopWaitsIsSeenFromItsNextTurnOn() {
        byHand("a.md", "one");
        worker("look", look("n0"));
        RunId run = loop(
                "{}",
                "{'kind':'next-worker','nextWorkerIds':['look'],'confidence':0.1}",
                next("look"),
                "{'kind':'terminate'}");
        assertThat(Status.of(host.state(run))).isEqualTo(RunStatus.WAITING_APPROVAL);
        byHand("b.md", "meanwhile");
        host.host.tell(
                TestHost.ACME,
                run,
                at -> new Command.Answer(at, "act", TestHost.json("{'action':'accept'}"), "ada", true));
        host.settle();
        assertThat(Status.of(host.state(run))).isEqualTo(RunStatus.COMPLETED);
        assertThat(seen(children(run).get(0), "n0"))
                .as("the turn that waited goes on with what it saw")
                .containsExactly("a.md@1");
        assertThat(seen(children(run).get(1), "n0")).containsExactly("a.md@1", "b.md@1");
    }

    @Test
    void aBranchWritesOverWhatItsSourceSawAndNobodyElseSeesIt() {
        byHand("a.md", "one");
        worker("both", write("n0", "a.md", "two"), look("n1"), write("n2", "a.md", "three"));
        RunId run = run("both");
        long place = host.types(run).indexOf("node.started n0");
        RunId branch = host.host.fork(TestHost.ACME, run, place, ForkMode.BRANCH, JsonObject.EMPTY);
        host.settle();
        assertThat(Status.of(host.state(branch))).isEqualTo(RunStatus.COMPLETED);
        assertThat(there()).containsExactly("a.md@3 three");
        assertThat(told(branch)).isEqualTo(told(run));
        assertThat(seen(branch, "n1")).containsExactly("a.md@2");
        RunId later = host.host.fork(
                TestHost.ACME, run, host.types(run).indexOf("node.started n2"), ForkMode.BRANCH, JsonObject.EMPTY);
        byHand("a.md", "elsewhere");
        host.settle();
        assertThat(told(later).getLast()).isEqualTo(new InputFact.WorkspaceUpdated("n2", "a.md", 3));
        assertThat(there()).containsExactly("a.md@4 elsewhere");
    }

    @Test
    void aReplayTellsOfTheSameFilesAndWritesNone() {
        worker("write", write("n0", "a.md", "one"), look("n1"));
        RunId run = run("write");
        RunId replay = host.host.fork(TestHost.ACME, run, 0, ForkMode.REPLAY, JsonObject.EMPTY);
        host.settle();
        assertThat(told(replay)).isEqualTo(told(run));
        assertThat(host.types(replay)).isEqualTo(host.types(run));
        assertThat(host.state(replay).position().workspace())
                .isEqualTo(host.state(run).position().workspace());
        assertThat(there()).containsExactly("a.md@1 one");
        assertThat(host.store.documents().mark(FILES)).isEqualTo(1);
    }

    @Test
    void secretsOfTheRunDoNotGetIntoAFile() {
        RunId run = host.start(TestHost.definition("""
                {'id':'secret','name':'n','version':'1.0.0',
                 'variables':[{'name':'key','type':'string','sensitive':true,'defaultValue':'hunter2-hunter2'}],
                 'nodes':[{'id':'w','typeId':'waybill.workspace.write','config':{'path':'a.md'},
                   'inputs':{'content':{'type':'variable','variableName':'key'}}}],'edges':[]}"""), JsonObject.EMPTY);
        assertThat(Status.of(host.state(run))).isEqualTo(RunStatus.COMPLETED);
        assertThat(there()).singleElement().asString().startsWith("a.md@1 [REDACTED:");
    }

    @Test
    void whatIsNoPathOrTooLargeFailsItsNodeAndWritesNothing() {
        worker("bad", write("n0", "../a", "x"));
        worker("large", write("n0", "a", "x".repeat(TenantWorkspace.MOST_BYTES + 1)));
        for (String id : List.of("bad", "large")) {
            RunId run = host.start(host.find(id).orElseThrow(), JsonObject.EMPTY);
            assertThat(Objects.requireNonNull(host.state(run).error()).code()).isEqualTo("workspace_refused");
            assertThat(told(run)).isEmpty();
        }
        assertThat(there()).isEmpty();
    }

    @Test
    void whoComesSecondTakesTheNextVersion() {
        worker("write", write("n0", "a.md", "run"));
        RunId run = host.host.start(
                TestHost.ACME, StartRequest.of(host.find("write").orElseThrow(), JsonObject.EMPTY));
        byHand("a.md", "hand");
        host.settle();
        assertThat(told(run)).containsExactly(new InputFact.WorkspaceUpdated("n0", "a.md", 2));
        assertThat(there()).containsExactly("a.md@2 run");
    }
}

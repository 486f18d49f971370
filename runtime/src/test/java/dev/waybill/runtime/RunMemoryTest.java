package dev.waybill.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.decide.RefusalCode;
import dev.waybill.engine.decide.Refused;
import dev.waybill.engine.decide.Status;
import dev.waybill.engine.node.Activity;
import dev.waybill.engine.node.ActivityCall;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.journal.Event;
import dev.waybill.journal.ForkMode;
import dev.waybill.journal.RunId;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.event.AgentFact;
import dev.waybill.journal.event.HandOverFact.NodeDispatched;
import dev.waybill.journal.memory.MemoryMark;
import dev.waybill.journal.memory.MemoryScope;
import dev.waybill.journal.memory.MemoryWrite;
import dev.waybill.journal.store.Scope;
import dev.waybill.simulator.ModelStore;
import dev.waybill.workflow.WorkflowDefinition;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// What runs see of their tenant's memory.
class RunMemoryTest {

    private static final MemoryScope SHARED = MemoryScope.shared("acme");

    private final TestHost host = new TestHost(new ModelStore(), new RememberNode());

    @AfterEach
    void everythingCanBeDecidedAgain() {
        Repeated.all(host.store, List.of(new RememberNode()));
    }

    /// Nodes one after the other, each `id|type|config`.
    private static WorkflowDefinition chain(String id, String... nodes) {
        StringBuilder all = new StringBuilder();
        StringBuilder edges = new StringBuilder();
        String last = null;
        for (String node : nodes) {
            String[] parts = node.split("\\|", -1);
            all.append(last == null ? "" : ",")
                    .append("{'id':'%s','typeId':'%s','config':%s}".formatted(parts[0], parts[1], parts[2]));
            if (last != null) {
                edges.append(edges.isEmpty() ? "" : ",")
                        .append("{'id':'%s-%s','sourceNodeId':'%s','targetNodeId':'%s'}"
                                .formatted(last, parts[0], last, parts[0]));
            }
            last = parts[0];
        }
        return TestHost.definition(
                "{'id':'%s','name':'n','version':'1.0.0','nodes':[%s],'edges':[%s]}".formatted(id, all, edges));
    }

    private static String writes(String node, String id, String text) {
        return "%s|test.remember|{'write':{'%s':'%s'}}".formatted(node, id, text);
    }

    private static String looks(String node) {
        return node + "|test.remember|{}";
    }

    private static String hands(String node, String child, String more) {
        return "%s|core.subWorkflow|{'workflowId':'%s','onChildFailure':'absorb'%s}".formatted(node, child, more);
    }

    private RunId run(WorkflowDefinition definition) {
        RunId run = host.start(definition, JsonObject.EMPTY);
        assertThat(Status.of(host.state(run))).isEqualTo(RunStatus.COMPLETED);
        return run;
    }

    private List<String> before(RunId run, String node) {
        return seen(run, node, "before");
    }

    private List<String> seen(RunId run, String node, String when) {
        JsonValue seen = Objects.requireNonNull(host.state(run).variables().get(node));
        return seen.asObject().orElseThrow().array(when).orElseThrow().items().stream()
                .map(text -> text.asString().orElseThrow())
                .toList();
    }

    private RunId child(RunId parent, String node) {
        return host.events(parent).stream()
                .filter(event -> node.equals(event.nodeId()))
                .flatMap(event -> event.fact() instanceof NodeDispatched dispatched
                        ? Stream.of(new RunId(dispatched.childRunId()))
                        : Stream.empty())
                .findFirst()
                .orElseThrow();
    }

    private static List<String> told(List<Event> events) {
        return events.stream()
                .flatMap(event -> event.fact() instanceof AgentFact.MemoryWritten written
                        ? Stream.of(written.memoryId())
                        : Stream.empty())
                .toList();
    }

    @Test
    void aNodeReadsItsOwnWritesAndLaterNodesReadThemToo() {
        RunId run = run(chain("one", writes("first", "a", "A"), looks("second")));
        assertThat(before(run, "first")).isEmpty();
        assertThat(seen(run, "first", "after")).containsExactly("A");
        assertThat(before(run, "second")).containsExactly("A");
    }

    @Test
    void runsOfATenantShareAMemoryAndOtherTenantsHaveTheirs() {
        WorkflowDefinition look = chain("look", looks("look"));
        run(chain("write", writes("write", "a", "A")));
        assertThat(before(run(look), "look")).containsExactly("A");
        Caller other = new Caller("umbrella", "eve", Scope.ALL);
        RunId theirs = host.host.start(other, StartRequest.of(look, JsonObject.EMPTY));
        host.settle();
        assertThat(host.host.state(other, theirs).variables().get("look"))
                .isEqualTo(TestHost.json("{'before':[],'after':[]}"));
    }

    @Test
    void anEntryLivesFromItsWriteOn() {
        host.pass(Duration.ofSeconds(10));
        run(chain("write", "write|test.remember|{'write':{'a':'A'},'ttl':3600}"));
        WorkflowDefinition look = chain("look", looks("look"));
        host.pass(Duration.ofSeconds(3599));
        assertThat(before(run(look), "look")).containsExactly("A");
        host.pass(Duration.ofSeconds(1));
        assertThat(before(run(look), "look")).isEmpty();
    }

    @Test
    void aChildsEntryLivesFromTheChildsWriteOn() {
        host.knows(
                chain("child", "wait|core.delay|{'ms':10000}", "write|test.remember|{'write':{'a':'A'},'ttl':3600}"));
        RunId parent = host.start(
                chain(
                        "parent",
                        hands("hand", "child", ""),
                        "wait|core.delay|{'ms':3599000}",
                        looks("look"),
                        "again|core.delay|{'ms':1000}",
                        looks("late")),
                JsonObject.EMPTY);
        host.pass(Duration.ofSeconds(10));
        host.pass(Duration.ofSeconds(3599));
        host.pass(Duration.ofSeconds(1));
        assertThat(before(parent, "look")).containsExactly("A");
        assertThat(before(parent, "late")).isEmpty();
    }

    @Test
    void aParentSeesWhatItsChildrenWroteAlsoTheFailedOnes() {
        host.knows(chain("good", writes("write", "g", "good")));
        host.knows(chain("bad", "write|test.remember|{'write':{'b':'bad'},'fail':true}"));
        RunId parent = run(chain(
                "parent",
                writes("own", "p", "parent"),
                hands("one", "good", ""),
                hands("two", "bad", ""),
                looks("look")));
        assertThat(before(parent, "look")).containsExactly("bad", "good", "parent");
        assertThat(before(child(parent, "one"), "write")).containsExactly("parent");
        assertThat(host.store.memories().mark(SHARED)).isEqualTo(new MemoryMark(3, 0));
    }

    @Test
    void siblingsOfOneMomentDoNotSeeEachOther() {
        host.knows(chain("child", "wait|core.delay|{'ms':1000}", writes("write", "x", "X"), looks("look")));
        WorkflowDefinition both = TestHost.definition("""
                {'id':'both','name':'n','version':'1.0.0','nodes':[
                  {'id':'one','typeId':'core.subWorkflow','config':{'workflowId':'child'}},
                  {'id':'two','typeId':'core.subWorkflow','config':{'workflowId':'child'}},
                  {'id':'look','typeId':'test.remember','config':{}}],
                 'edges':[
                  {'id':'e1','sourceNodeId':'one','targetNodeId':'look'},
                  {'id':'e2','sourceNodeId':'two','targetNodeId':'look'}]}""");
        RunId parent = host.start(both, JsonObject.EMPTY);
        host.pass(Duration.ofSeconds(1));
        assertThat(before(child(parent, "one"), "write")).isEmpty();
        assertThat(before(child(parent, "two"), "write")).isEmpty();
        assertThat(before(child(parent, "two"), "look")).containsExactly("X");
        assertThat(before(parent, "look")).containsExactly("X");
        assertThat(host.store.memories().history(SHARED, RememberNode.REF, "x")).hasSize(2);
    }

    @Test
    void anIsolatedChildSeesWhatWasThereAndKeepsWhatItWrites() {
        host.knows(chain("child", writes("write", "c", "child"), looks("look")));
        RunId parent = run(chain(
                "parent",
                writes("own", "p", "parent"),
                hands("one", "child", ",'memoryScopeIsolation':'isolated'"),
                looks("look")));
        assertThat(before(parent, "look")).containsExactly("parent");
        assertThat(before(child(parent, "one"), "look")).containsExactly("child", "parent");
    }

    @Test
    void aBranchSeesWhatItsSourceSawThereAndWritesForItself() {
        RunId source = run(chain("one", writes("first", "a", "A"), looks("second"), writes("third", "b", "B")));
        run(chain("later", writes("write", "c", "C")));
        long second = started(source, "second");
        RunId branch = host.host.fork(TestHost.ACME, source, second, ForkMode.BRANCH, JsonObject.EMPTY);
        host.settle();
        assertThat(before(branch, "second")).containsExactly("A");
        assertThat(seen(branch, "third", "after")).containsExactly("A", "B");
        MemoryMark mark = host.store.memories().mark(SHARED);
        assertThat(mark.version()).isEqualTo(3);
        RunId again =
                host.host.fork(TestHost.ACME, branch, started(branch, "third"), ForkMode.BRANCH, JsonObject.EMPTY);
        host.settle();
        assertThat(before(again, "third")).containsExactly("A");
        assertThat(host.store.memories().mark(SHARED)).isEqualTo(mark);
    }

    @Test
    void aBranchFromTheBeginningSeesWhatWasThereThen() {
        run(chain("before", writes("write", "a", "A")));
        RunId source = run(chain("one", writes("first", "b", "B")));
        run(chain("later", writes("write", "c", "C")));
        RunId branch = host.host.fork(TestHost.ACME, source, 0, ForkMode.BRANCH, JsonObject.EMPTY);
        host.settle();
        assertThat(before(branch, "first")).containsExactly("A");
    }

    private long started(RunId run, String node) {
        return host.types(run).indexOf("node.started " + node);
    }

    @Test
    void aReplayTellsOfTheSameEntriesAndWritesNone() {
        RunId source =
                run(chain("one", writes("first", "a", "A"), "second|core.identity|{'memoryAction':'write-then-read'}"));
        MemoryMark mark = host.store.memories().mark(SHARED);
        run(chain("later", writes("write", "a", "changed")));
        for (ForkMode mode : List.of(ForkMode.REPLAY, ForkMode.CHECK)) {
            RunId replay = host.host.fork(TestHost.ACME, source, 0, mode, JsonObject.EMPTY);
            host.settle();
            assertThat(told(host.events(replay))).hasSize(2).isEqualTo(told(host.events(source)));
            assertThat(host.types(replay)).isEqualTo(host.types(source));
            assertThat(host.state(replay).variables())
                    .isEqualTo(host.state(source).variables());
            assertThat(host.state(replay).position().memory())
                    .isEqualTo(host.state(source).position().memory());
        }
        assertThat(host.store.memories().mark(SHARED).version()).isEqualTo(mark.version() + 1);
    }

    @Test
    void whatWasThrownAwayRefusesTheForkAndSaysFromWhereItWorks() {
        run(chain("before", writes("write", "a", "A")));
        RunId source = host.start(
                chain("one", looks("first"), "wait|core.delay|{'ms':60000}", looks("second")), JsonObject.EMPTY);
        run(chain("later", writes("write", "a", "B")));
        host.pass(Duration.ofSeconds(60));
        assertThat(before(source, "second")).containsExactly("B");
        assertThat(host.store.memories().forget(host.instant())).isEqualTo(1);
        long second = started(source, "second");
        assertThatExceptionOfType(Refused.class)
                .isThrownBy(() -> host.host.fork(TestHost.ACME, source, 3, ForkMode.REPLAY, JsonObject.EMPTY))
                .satisfies(refused -> {
                    assertThat(refused.code()).isEqualTo(RefusalCode.REPLAY_MEMORY_SNAPSHOT_UNAVAILABLE);
                    assertThat(refused.details())
                            .isEqualTo(TestHost.json(
                                    "{'fromSeq':3,'sourceRunId':'%s','reason':'retention_expired','oldestAvailableIdx':%d}"
                                            .formatted(source, second)));
                });
        RunId branch = host.host.fork(TestHost.ACME, source, second, ForkMode.BRANCH, JsonObject.EMPTY);
        host.settle();
        assertThat(before(branch, "second")).containsExactly("B");
    }

    @Test
    void aRunWhoseEventsArePrunedCannotBeForked() {
        TestHost other = new TestHost(new ModelStore(), new RememberNode());
        RunId source = other.start(chain("one", looks("first")), JsonObject.EMPTY);
        assertThat(other.store.prune(source)).isTrue();
        TestHost restarted = new TestHost(other.store, Notary.NONE, 8, new RememberNode());
        assertThatExceptionOfType(Refused.class)
                .isThrownBy(() -> restarted.host.fork(TestHost.ACME, source, 0, ForkMode.REPLAY, JsonObject.EMPTY))
                .satisfies(refused -> {
                    assertThat(refused.code()).isEqualTo(RefusalCode.REPLAY_MEMORY_SNAPSHOT_UNAVAILABLE);
                    assertThat(refused.details())
                            .isEqualTo(TestHost.json(
                                    "{'fromSeq':0,'sourceRunId':'%s','reason':'retention_expired'}".formatted(source)));
                });
    }

    @Test
    void whatAPersonWritesIsSeenByTheNextNodeThatStarts() {
        WorkflowDefinition look = chain("look", looks("first"), "wait|core.delay|{'ms':1000}", looks("second"));
        RunId run = host.start(look, JsonObject.EMPTY);
        host.store
                .memories()
                .write(MemoryWrite.byHand(SHARED, RememberNode.REF, "a", "by hand", List.of(), host.instant(), null));
        host.pass(Duration.ofSeconds(1));
        assertThat(before(run, "first")).isEmpty();
        assertThat(before(run, "second")).containsExactly("by hand");
    }

    @Test
    void secretsOfTheRunAreNotRemembered() {
        WorkflowDefinition secret = TestHost.definition("""
                {'id':'secret','name':'n','version':'1.0.0',
                 'variables':[{'name':'token','type':'string','sensitive':true,'defaultValue':'s3cr3t-t0k3n'}],
                 'nodes':[{'id':'write','typeId':'test.remember',
                   'config':{'write':{'a':'use s3cr3t-t0k3n, not s3cr3t'}}}]}""");
        RunId run = run(secret);
        assertThat(seen(run, "write", "after")).containsExactly("use [REDACTED:token], not s3cr3t");
    }

    @Test
    void aRunThatUsesNoMemoryIsNotBoundToOne() {
        RunId run = run(chain("plain", "one|core.noop|{}"));
        assertThat(host.store.run(run).orElseThrow().header().options().has("memory"))
                .isFalse();
        assertThat(host.events(run))
                .allSatisfy(event -> assertThat(event.hidden().has("memory")).isFalse());
    }

    @Test
    void anActivityThatDoesNotSayThatItUsesMemoryGetsNone() {
        Activity careless = new Activity() {
            @Override
            public String typeId() {
                return "test.careless";
            }

            @Override
            public NodeResult execute(ActivityCall call) {
                call.memory().list("notes");
                return NodeResult.done(JsonObject.EMPTY);
            }
        };
        TestHost other = new TestHost(new ModelStore(), careless);
        RunId run = other.start(chain("one", "work|test.careless|{}"), JsonObject.EMPTY);
        assertThat(Status.of(other.state(run))).isEqualTo(RunStatus.FAILED);
        assertThat(Objects.requireNonNull(other.state(run).error()).message())
                .contains("does not say that it uses memory");
    }

    @Test
    void badReferencesNameEmptyMemories() {
        run(chain("one", writes("first", "a", "A")));
        for (String ref : List.of("", " ", "../notes", "umbrella/notes", "x".repeat(300), "line\\nbreak")) {
            RunId run = run(chain(
                    "probe",
                    "look|core.identity|"
                            + JsonObject.builder()
                                    .put("memoryAction", "cross-tenant-probe")
                                    .put("probeMemoryRef", ref)
                                    .build()
                                    .toString()));
            assertThat(host.state(run).variables().get("crossTenantProbe")).isEqualTo(JsonArray.EMPTY);
        }
    }
}

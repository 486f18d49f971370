package dev.waybill.runtime.guided;

import static dev.waybill.runtime.guided.Guide.run;
import static dev.waybill.runtime.guided.Guide.step;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.decide.Command;
import dev.waybill.journal.RunId;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.event.DrainPolicy;
import dev.waybill.journal.store.RunQuery;
import dev.waybill.journal.store.Scope;
import dev.waybill.journal.store.StoredReceipt;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.binding.WorkflowSpans;
import dev.waybill.receipt.context.McpOrchestrationContext;
import dev.waybill.receipt.workflow.WorkflowContext;
import dev.waybill.runtime.Beside;
import dev.waybill.runtime.Caller;
import dev.waybill.runtime.GuidedRuns;
import dev.waybill.runtime.check.Fsck;
import dev.waybill.simulator.ModelStore;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/// A guided run is a run: it is signed for, checked, paused and linked like any other.
class GuidedRunTest {

    private static final String STEPS = """
            {'id': 'steps', 'name': 'Steps', 'description': 'Two steps', 'version': '1.0.0', 'steps': [
              {'id': 'one', 'title': 'One', 'prompt': 'First.'}, {'id': 'two', 'title': 'Two', 'prompt': 'Second.'}]}""";

    private static final Client STRANGER =
            new Client(new Caller("other", "someone", Scope.ALL), "agent", JsonObject.EMPTY);

    private final Guide guide = new Guide().knows(STEPS);

    @Test
    void everyAcknowledgedStepIsSignedAsAnMcpCallOfItsAgentBehindThePlaceItCameFrom() {
        GuidedAnswer start = guide.start("steps", "{'ticketId': 'T-1'}");
        GuidedAnswer left = guide.advance(start, "{'context': {'notesMarkdown': 'left'}}");
        GuidedAnswer right = guide.advance(start, "{'context': {'notesMarkdown': 'right'}}");
        guide.advance(right, "{}");

        List<Receipt> receipts = guide.store.receipts(run(start), StoredReceipt.Kind.STEP, 0, 10).stream()
                .map(stored -> Receipt.decode(stored.bytes()))
                .toList();
        assertThat(receipts).hasSize(4);
        WorkflowContext root = context(receipts.get(0));
        assertThat(context(receipts.get(1)).parentStepIds()).containsExactly(root.stepId());
        assertThat(context(receipts.get(2)).parentStepIds()).containsExactly(root.stepId());
        assertThat(context(receipts.get(3)).parentStepIds())
                .containsExactly(context(receipts.get(2)).stepId());
        assertThat(context(receipts.get(1)).framework()).isEqualTo("mcp");
        assertThat(context(receipts.get(1)).orchestratorId()).isEqualTo("test-agent");
        McpOrchestrationContext call =
                McpOrchestrationContext.read(receipts.get(1).claims()).orElseThrow();
        assertThat(call.mcpSessionId()).isEqualTo("T-1");
        assertThat(call.toolName()).isEqualTo("workflow_advance");
        assertThat(left.structured().object("receipts").orElseThrow().string("step"))
                .contains(receipts.get(1).ref().toString());
    }

    private static WorkflowContext context(Receipt receipt) {
        return Objects.requireNonNull(receipt.workflow());
    }

    @Test
    void aStoreWithBranchesForkRunsAndBlockedStepsIsWhole() {
        GuidedAnswer start = guide.start("steps", "{}");
        GuidedAnswer left = guide.advance(start, "{'context': {'notesMarkdown': 'left'}}");
        guide.advance(start, "{'context': {'notesMarkdown': 'right'}}");
        guide.advance(left, "{}");
        guide.advance(start, "{'context': {'notesMarkdown': 'after the end'}}");
        List<String> findings = new ArrayList<>();
        Fsck.check(guide.store, guide.keys, guide.instant(), finding -> findings.add(finding.toString()));
        assertThat(findings).isEmpty();
    }

    @Test
    void fourIdenticalCallsAtOnceAdvanceOnceAndGetTheSameAnswer() throws Exception {
        GuidedAnswer start = guide.start("steps", "{}");
        Set<String> answers = new TreeSet<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            Callable<GuidedAnswer> call = () -> guide.advance(start, "{'context': {'colour': 'red'}}");
            for (Future<GuidedAnswer> each : threads.invokeAll(List.of(call, call, call, call))) {
                answers.add(new String(each.get().bytes(), StandardCharsets.UTF_8));
            }
        }
        assertThat(answers).hasSize(1);
        assertThat(guide.types(run(start)))
                .filteredOn("node.completed one"::equals)
                .hasSize(1);
    }

    @Test
    void differentCallsAtOnceGiveWhatSomeOrderGives() throws Exception {
        GuidedAnswer start = guide.start("steps", "{}");
        Set<String> tokens = new TreeSet<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            List<Callable<GuidedAnswer>> calls = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                String payload = "{'context': {'colour': 'c%d'}}".formatted(i);
                calls.add(() -> guide.advance(start, payload));
            }
            for (Future<GuidedAnswer> each : threads.invokeAll(calls)) {
                tokens.add(Guide.text(each.get(), "stateToken"));
            }
        }
        assertThat(tokens).hasSize(8);
        assertThat(guide.types(run(start)))
                .filteredOn("node.completed one"::equals)
                .hasSize(8);
    }

    @Test
    void anotherProcessOnTheStoreAcceptsTheTokens() {
        ModelStore shared = new ModelStore();
        Guide first = new Guide(shared, GuidedSettings.DEFAULT).knows(STEPS);
        GuidedAnswer start = first.start("steps", "{}");
        Guide second = new Guide(shared, GuidedSettings.DEFAULT, 12);
        GuidedAnswer next = second.advance(start, "{}");
        assertThat(step(next)).isEqualTo("two");
        assertThat(first.advance(start, "{}").bytes()).isEqualTo(next.bytes());
    }

    @Test
    void anotherTenantCannotUseTheTokens() {
        GuidedAnswer start = guide.start("steps", "{}");
        GuidedAnswer refused = guide.tools.advance(Guide.request(start, "{}"), STRANGER);
        assertThat(Guide.code(refused)).isEqualTo("TOKEN_NOT_IN_STORE");
    }

    /// Seen: the stranger's run took over the correlation id of the other tenant's run, and was listed as its child.
    @Test
    void aRunOfAnotherTenantIsNoParentAndLooksLikeOneThatIsNotThere() {
        RunId theirs = run(guide.start("steps", "{}"));
        RunId unknown = new RunId(theirs.value().substring(0, theirs.value().length() - 4) + "0000");
        GuidedAnswer crossing = guide.tools.start(inside(theirs), STRANGER);
        GuidedAnswer nowhere = guide.tools.start(inside(unknown), STRANGER);

        assertThat(Guide.code(crossing)).isEqualTo("INVALID_ARGUMENT");
        assertThat(crossing.text().replace(theirs.value(), "RUN"))
                .isEqualTo(nowhere.text().replace(unknown.value(), "RUN"));
        assertThat(guide.store.runs(RunQuery.all(10))).hasSize(1);
    }

    @Test
    void aTokenOfAnotherTenantsRunSaysNoMoreThanOneOfAnotherStore() {
        GuidedAnswer theirs = guide.start("steps", "{}");
        GuidedAnswer own = guide.tools.start(Guide.json("{'workflowId': 'steps'}"), STRANGER);
        JsonObject mixed = JsonObject.builder()
                .put("stateToken", Guide.text(own, "stateToken"))
                .put("ackToken", Guide.text(theirs, "ackToken"))
                .build();
        assertThat(Guide.code(guide.tools.advance(mixed, STRANGER))).isEqualTo("TOKEN_NOT_IN_STORE");
    }

    @Test
    void aToolWithoutItsScopeIsForbiddenAndSaysWhichOneItNeeds() {
        GuidedAnswer start = guide.start("steps", "{}");
        assertNeeds("manifest:read", Scope.RUNS_CREATE, poor -> guide.tools.list(JsonObject.EMPTY, poor));
        assertNeeds("manifest:read", Scope.RUNS_CREATE, poor -> guide.tools.inspect(JsonObject.EMPTY, poor));
        assertNeeds("runs:create", Scope.RUNS_READ, poor -> guide.tools.start(JsonObject.EMPTY, poor));
        assertNeeds("runs:create", Scope.RUNS_READ, poor -> guide.tools.advance(Guide.request(start, "{}"), poor));
        assertNeeds("runs:create", Scope.RUNS_READ, poor -> guide.tools.resume(JsonObject.EMPTY, poor));
        assertNeeds("runs:create", Scope.RUNS_READ, poor -> guide.tools.checkpoint(JsonObject.EMPTY, poor));
        assertNeeds("runs:read", Scope.RUNS_CREATE, poor -> guide.tools.find(JsonObject.EMPTY, poor));
    }

    private static void assertNeeds(String scope, Scope only, Function<Client, GuidedAnswer> call) {
        Client poor = new Client(new Caller("acme", "key_1", Set.of(only)), "agent", JsonObject.EMPTY);
        GuidedAnswer refused = call.apply(poor);
        assertThat(Guide.code(refused)).isEqualTo("FORBIDDEN");
        assertThat(refused.text()).contains(scope);
    }

    private static JsonObject inside(RunId parent) {
        return Guide.json("{'workflowId': 'steps', 'parent': {'runId': '%s', 'stepId': 'one'}}".formatted(parent));
    }

    @Test
    void tokensOfAnOldKeyAreGoodForTheStatedTime() {
        GuidedAnswer start = guide.start("steps", "{}");
        guide.keyring.rotate(guide.instant().plus(Duration.ofDays(30)));
        GuidedAnswer next = guide.advance(start, "{}");
        assertThat(step(next)).isEqualTo("two");
        guide.pass(Duration.ofDays(31));
        GuidedAnswer expired = guide.advance(start, "{'context': {'x': 1}}");
        assertThat(Guide.code(expired)).isEqualTo("TOKEN_EXPIRED");
        assertThat(expired.text())
                .contains("until 2026-12-16T10:00:00", "waybill show " + run(start) + " --tokens")
                .doesNotContain("another store");
        assertThat(guide.advance(next, "{}").structured().string("stateToken")).isPresent();
    }

    @Test
    void anExpiredTokenOfAnotherTenantSaysNothingOfItsRun() {
        GuidedAnswer start = guide.start("steps", "{}");
        guide.keyring.rotate(guide.instant());
        Client other = new Client(new Caller("other", "eve", Scope.ALL), "test-agent", JsonObject.EMPTY);
        assertThat(Guide.code(guide.tools.advance(Guide.request(start, "{}"), other)))
                .isEqualTo("TOKEN_NOT_IN_STORE");
    }

    @Test
    void aPersonHandsAnAgentFreshTokensOfWhatIsPendingWithWhatWasDoneSoFar() {
        GuidedAnswer start = guide.start("steps", "{}");
        GuidedAnswer second = guide.advance(start, "{'output': {'notesMarkdown': 'saw the yard'}}");
        guide.keyring.rotate(guide.instant());

        String prompt = AgentPrompt.latest(guide.store, guide.runs.state(Guide.ACME, run(start)), guide.keyring)
                .orElseThrow();

        assertThat(prompt)
                .contains("saw the yard", Guide.prompt(second))
                .doesNotContain(Guide.text(second, "stateToken"));
        String line = prompt.substring(prompt.lastIndexOf("```json\n") + 8, prompt.lastIndexOf("\n```"));
        JsonObject tokens = Guide.json(line);
        GuidedAnswer next = guide.tools.advance(
                JsonObject.of("stateToken", tokens.string("stateToken").orElseThrow())
                        .with("ackToken", tokens.string("ackToken").orElseThrow()),
                Guide.AGENT);
        assertThat(next.isError()).as(next.text()).isFalse();
        assertThat(next.structured().has("lineage")).isFalse();
        assertThat(AgentPrompt.latest(guide.store, guide.runs.state(Guide.ACME, run(start)), guide.keyring))
                .as("the run is complete")
                .isEmpty();
    }

    @Test
    void aClockThatJumpsBackIsRecordedAndStopsNobody() {
        GuidedAnswer start = guide.start("steps", "{}");
        guide.pass(Duration.ofHours(-2));
        GuidedAnswer next = guide.advance(start, "{}");
        assertThat(step(next)).isEqualTo("two");
        assertThat(guide.types(run(start))).anyMatch(type -> type.contains("clock"));
        guide.pass(Duration.ofDays(400));
        guide.advance(next, "{}");
        assertThat(guide.store.run(run(start)).orElseThrow().projection().status())
                .isEqualTo(RunStatus.COMPLETED);
    }

    @Test
    void aPausedRunSaysSoAndGoesOnWithTheSameTokens() {
        GuidedAnswer start = guide.start("steps", "{}");
        guide.runs.tell(
                Guide.ACME,
                run(start),
                state -> new Command.Pause(guide.instant(), "lunch", DrainPolicy.IMMEDIATE),
                (_, _) -> new GuidedRuns.Told<>("", new Beside(List.of(), null, List.of())));
        assertThat(Guide.code(guide.advance(start, "{}"))).isEqualTo("RUN_PAUSED");
        guide.runs.tell(
                Guide.ACME,
                run(start),
                state -> new Command.Resume(guide.instant()),
                (_, _) -> new GuidedRuns.Told<>("", new Beside(List.of(), null, List.of())));
        assertThat(step(guide.advance(start, "{}"))).isEqualTo("two");
    }

    @Test
    void aNestedRunNamesItsParentAndCarriesItsCorrelation() {
        GuidedAnswer outer = guide.start("steps", "{}");
        JsonObject parent = JsonObject.builder()
                .put("runId", run(outer).value())
                .put("stepId", step(outer))
                .build();
        GuidedAnswer inner = guide.tools.start(
                JsonObject.builder()
                        .put("workflowId", "steps")
                        .put("parent", parent)
                        .build(),
                Guide.AGENT);
        var header = guide.store.run(run(inner)).orElseThrow().header();
        var outerHeader = guide.store.run(run(outer)).orElseThrow().header();
        assertThat(header.origin().toString()).contains(run(outer).value());
        assertThat(header.correlationId()).isEqualTo(outerHeader.correlationId());
        Receipt root = Receipt.decode(guide.store
                .receipts(run(inner), StoredReceipt.Kind.STEP, 0, 1)
                .getFirst()
                .bytes());
        assertThat(context(root).orchestratorReceiptRef())
                .isEqualTo(outer.meta().string(AnswerWriter.RECEIPT_REF).orElseThrow());
    }

    @Test
    void whatARequestSaysWinsOverItsWayAndATraceparentThatIsNoneSaysNothing() {
        String header = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
        String own = "00-11111111111111111111111111111111-b7ad6b7169203331-01";
        Client caller = new Client(Guide.ACME, "agent", meta("traceparent", header));

        assertThat(started(caller)).contains(header);
        assertThat(started(caller.saying(meta("traceparent", own)))).contains(own);
        assertThat(started(caller.saying(meta("traceparent", "00-nonsense")))).contains(header);
        assertThat(started(new Client(Guide.ACME, "agent", meta("traceparent", "00-nonsense"))))
                .doesNotContain("nonsense");
        assertThat(correlation(caller.saying(meta("_ewp_correlation_id", "mine")), "way"))
                .isEqualTo("mine");
        assertThat(correlation(caller.saying(meta(ClientMeta.CORRELATION_ID, "mine")), "way"))
                .isEqualTo("mine");
        assertThat(correlation(caller.saying(meta("_ewp_correlation_id", " ")), "way"))
                .isEqualTo("way");
    }

    @Test
    void theTraceOfACallReachesItsReceiptAndElseTheTraceOfTheStart() {
        String atStart = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
        String atAdvance = "00-11111111111111111111111111111111-2222222222222222-01";
        Client client = new Client(Guide.ACME, "agent", JsonObject.EMPTY);
        GuidedAnswer start = guide.tools.start(
                JsonObject.builder().put("workflowId", "steps").build(), client.saying(meta("traceparent", atStart)));
        GuidedAnswer second =
                guide.tools.advance(Guide.request(start, "{}"), client.saying(meta("traceparent", atAdvance)));
        guide.tools.advance(Guide.request(second, "{}"), client);
        List<Receipt> receipts = guide.store.receipts(run(start), StoredReceipt.Kind.STEP, 0, 9).stream()
                .map(stored -> Receipt.decode(stored.bytes()))
                .toList();
        assertThat(receipts).extracting(GuidedRunTest::trace).startsWith(atStart, atAdvance, atStart);
        assertThat(WorkflowSpans.tree(receipts))
                .allSatisfy(span -> assertThat(span.traceId())
                        .isIn("0af7651916cd43dd8448eb211c80319c", "11111111111111111111111111111111"));
    }

    private static String trace(Receipt receipt) {
        JsonObject group =
                receipt.extensions().object("org.peacprotocol/correlation").orElse(JsonObject.EMPTY);
        return "00-" + group.string("trace_id").orElse("") + "-"
                + group.string("span_id").orElse("") + "-01";
    }

    private static JsonObject meta(String name, String value) {
        return JsonObject.builder().put(name, value).build();
    }

    private String started(Client caller) {
        JsonObject request = JsonObject.builder().put("workflowId", "steps").build();
        GuidedAnswer start = guide.tools.start(request, caller);
        return guide.events(run(start)).getFirst().fact().payload().toString();
    }

    private String correlation(Client caller, String way) {
        Client behind = new Client(Guide.ACME, "agent", meta(ClientMeta.CORRELATION_ID, way)).saying(caller.meta());
        GuidedAnswer start = guide.tools.start(
                JsonObject.builder().put("workflowId", "steps").build(), behind);
        return guide.store.run(run(start)).orElseThrow().header().correlationId();
    }

    @Test
    void aCallersCorrelationIdIsAdopted() {
        JsonObject meta = JsonObject.builder()
                .put("_ewp_correlation_id", "corr-7")
                .put("traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
                .build();
        GuidedAnswer start = guide.tools.start(
                JsonObject.builder().put("workflowId", "steps").build(), new Client(Guide.ACME, "agent", meta));
        assertThat(guide.store.run(run(start)).orElseThrow().header().correlationId())
                .isEqualTo("corr-7");
        assertThat(guide.events(run(start)).getFirst().fact().payload().toString())
                .contains("0af7651916cd43dd");
    }
}

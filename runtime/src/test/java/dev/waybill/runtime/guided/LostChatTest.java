package dev.waybill.runtime.guided;

import static dev.waybill.runtime.guided.Guide.code;
import static dev.waybill.runtime.guided.Guide.json;
import static dev.waybill.runtime.guided.Guide.run;
import static dev.waybill.runtime.guided.Guide.step;
import static dev.waybill.runtime.guided.Guide.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.decide.Command;
import dev.waybill.journal.event.DrainPolicy;
import dev.waybill.journal.store.RunQuery;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.Scope;
import dev.waybill.journal.store.StoredReceipt;
import dev.waybill.runtime.Beside;
import dev.waybill.runtime.Caller;
import dev.waybill.runtime.GuidedRuns;
import dev.waybill.runtime.check.Fsck;
import dev.waybill.simulator.ModelStore;
import dev.waybill.workflow.guided.Bindings;
import dev.waybill.workflow.guided.Contracts;
import dev.waybill.workflow.guided.GuidedCompiler;
import dev.waybill.workflow.guided.GuidedRead;
import dev.waybill.workflow.guided.GuidedWorkflow;
import dev.waybill.workflow.guided.Routines;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What an agent can still do after its chat is gone: `workflow_find`, `workflow_resume`, and the checkpoints that it
/// made in time.
class LostChatTest {

    private static final String STEPS = """
            {'id': 'steps', 'name': 'Yard walk', 'description': 'Two steps', 'version': '1.0.0', 'steps': [
              {'id': 'one', 'title': 'One', 'prompt': 'First.'}, {'id': 'two', 'title': 'Two', 'prompt': 'Second.'}]}""";
    private static final String OTHER = STEPS.replace("'steps', 'name': 'Yard walk'", "'other', 'name': 'Desk work'");

    private final List<RunQuery> queries = new ArrayList<>();
    private final Guide guide = new Guide(watched(queries), new GuidedSettings(false, List.of(ExtraTool.values())))
            .knows(STEPS)
            .knows(OTHER);

    /// A store that tells which listings it was asked for.
    private static RunStore watched(List<RunQuery> queries) {
        RunStore store = new ModelStore();
        return (RunStore) Proxy.newProxyInstance(
                LostChatTest.class.getClassLoader(), new Class<?>[] {RunStore.class}, (_, method, arguments) -> {
                    if (arguments != null && arguments[0] instanceof RunQuery query) {
                        queries.add(query);
                    }
                    try {
                        return method.invoke(store, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getTargetException();
                    }
                });
    }

    private GuidedAnswer find(String arguments) {
        GuidedAnswer answer = guide.tools.find(json(arguments), Guide.AGENT);
        assertThat(answer.isError()).as(answer.text()).isFalse();
        return answer;
    }

    private static List<JsonObject> runs(GuidedAnswer found) {
        return found.structured().array("runs").map(JsonArray::items).orElseThrow().stream()
                .map(item -> item.asObject().orElseThrow())
                .toList();
    }

    private static List<String> sessions(GuidedAnswer found) {
        return runs(found).stream()
                .map(run ->
                        run.object("session").orElseThrow().string("sessionId").orElseThrow())
                .toList();
    }

    private GuidedAnswer resume(JsonObject found) {
        return guide.tools.resume(
                JsonObject.builder()
                        .put("stateToken", found.string("stateToken").orElseThrow())
                        .build(),
                Guide.AGENT);
    }

    private GuidedAnswer checkpoint(GuidedAnswer at, String notes) {
        return guide.tools.checkpoint(
                JsonObject.builder()
                        .put("stateToken", text(at, "stateToken"))
                        .put("notesMarkdown", notes)
                        .build(),
                Guide.AGENT);
    }

    private GuidedAnswer startAfter(String workflow, String session) {
        guide.pass(Duration.ofMinutes(1));
        return guide.start(workflow, "{'ticketId': '%s'}".formatted(session));
    }

    @Test
    void aRunIsFoundBySessionAndResumedWhereItStood() {
        GuidedAnswer next = guide.advance(startAfter("steps", "T-1"), "{'output': {'notesMarkdown': 'saw the yard'}}");
        startAfter("steps", "T-2");

        GuidedAnswer found = find("{'sessionId': 'T-1'}");

        JsonObject run = runs(found).getFirst();
        assertThat(runs(found)).hasSize(1);
        assertThat(run.string("stateToken")).contains(text(next, "stateToken"));
        assertThat(run.string("notesMarkdown")).contains("saw the yard");
        assertThat(found.text()).contains("workflow_resume", text(next, "stateToken"), "saw the yard");
        GuidedAnswer resumed = resume(run);
        assertThat(step(resumed)).isEqualTo("two");
        assertThat(guide.advance(resumed, "{}").structured().get("pending")).hasToString("null");
    }

    @Test
    void whoResumesGetsTheNotesAndTheContextSoFarOfItsBranchOnly() {
        GuidedAnswer start = startAfter("steps", "T-1");
        GuidedAnswer other = guide.advance(start, "{'output': {'notesMarkdown': 'another way'}}");
        GuidedAnswer next =
                guide.advance(start, "{'context': {'yard': 'north'}, 'output': {'notesMarkdown': 'saw the yard'}}");
        checkpoint(next, "half of it");

        GuidedAnswer resumed =
                guide.tools.resume(json("{'stateToken': '%s'}".formatted(text(next, "stateToken"))), Guide.AGENT);

        JsonObject soFar = resumed.structured().object("soFar").orElseThrow();
        assertThat(soFar.object("context").orElseThrow()).isEqualTo(json("{'ticketId': 'T-1', 'yard': 'north'}"));
        assertThat(soFar.get("notes")).hasToString("[{\"stepId\":\"one\",\"notesMarkdown\":\"saw the yard\"}]");
        assertThat(soFar.string("checkpointMarkdown")).contains("half of it");
        assertThat(resumed.text())
                .contains("Notes of one: saw the yard", "\"yard\":\"north\"", "half of it")
                .doesNotContain("another way");
        assertThat(other.structured().has("soFar")).isFalse();
    }

    @Test
    void notesThatNobodyWouldReadAgainAreCounted() {
        guide.knows("""
                {'id': 'many', 'name': 'Many', 'description': 'Many rounds', 'version': '1.0.0', 'steps': [
                  {'id': 'rounds', 'type': 'loop', 'title': 'Rounds', 'loop': {'type': 'for', 'count': 9,
                   'maxIterations': 9}, 'body': [{'id': 'look', 'title': 'Look', 'prompt': 'Look.'}]}]}""");
        GuidedAnswer at = startAfter("many", "T-1");
        for (int i = 0; i < 8; i++) {
            at = guide.advance(at, "{'output': {'notesMarkdown': '%d %s'}}".formatted(i, "n".repeat(5_000)));
        }
        JsonObject soFar = guide.tools
                .resume(json("{'stateToken': '%s'}".formatted(text(at, "stateToken"))), Guide.AGENT)
                .structured()
                .object("soFar")
                .orElseThrow();
        assertThat(soFar.array("notes").orElseThrow().size()).isEqualTo(4);
        assertThat(soFar.get("earlierSteps")).isEqualTo(JsonNumber.of(4));
        assertThat(soFar.array("notes").orElseThrow().toString())
                .contains("\"7 nnn")
                .doesNotContain("\"3 nnn");
    }

    @Test
    void theLastActiveIsFirstAndEndedRunsAreNotListed() {
        GuidedAnswer first = startAfter("steps", "T-1");
        startAfter("steps", "T-2");
        GuidedAnswer third = startAfter("steps", "T-3");
        guide.advance(guide.advance(third, "{}"), "{}");
        guide.pass(Duration.ofMinutes(1));
        guide.advance(first, "{}");

        assertThat(sessions(find("{}"))).containsExactly("T-1", "T-2");
    }

    @Test
    void wordsOfTheWorkflowNarrowItDown() {
        startAfter("steps", "T-1");
        startAfter("other", "T-2");

        assertThat(sessions(find("{'workflow': 'desk WORK'}"))).containsExactly("T-2");
        assertThat(sessions(find("{'workflow': 'steps'}"))).containsExactly("T-2", "T-1");
        assertThat(sessions(find("{'workflow': 'nothing like it'}"))).isEmpty();
        assertThat(find("{'workflow': 'nothing like it'}").text()).contains("workflow_start");
    }

    @Test
    void onlySoManyAreShownAndTheRestIsCounted() {
        for (int i = 1; i <= 7; i++) {
            startAfter("steps", "T-" + i);
        }
        assertThat(sessions(find("{}"))).containsExactly("T-7", "T-6", "T-5", "T-4", "T-3");
        assertThat(find("{}").structured().get("more")).isEqualTo(JsonNumber.of(2));
        assertThat(sessions(find("{'limit': 6}"))).hasSize(6);
        assertThat(code(guide.tools.find(json("{'limit': 21}"), Guide.AGENT))).isEqualTo("INVALID_ARGUMENT");
        assertThat(code(guide.tools.find(json("{'limit': 'x'}"), Guide.AGENT))).isEqualTo("INVALID_ARGUMENT");
        assertThat(code(guide.tools.find(json("{'words': 'x'}"), Guide.AGENT))).isEqualTo("UNKNOWN_FIELD");
    }

    @Test
    void findingAsksTheStoreOnlyForOpenGuidedRunsPageByPage() {
        startAfter("steps", "T-1");
        queries.clear();

        find("{}");

        assertThat(queries).hasSizeLessThanOrEqualTo(2).allSatisfy(query -> {
            assertThat(query.guided()).isTrue();
            assertThat(query.statuses()).hasSize(1).noneMatch(status -> status.isTerminal());
            assertThat(query.tenant()).isEqualTo("acme");
            assertThat(query.limit()).isLessThanOrEqualTo(200);
        });
    }

    @Test
    void anotherTenantFindsNothing() {
        startAfter("steps", "T-1");
        GuidedAnswer found = guide.tools.find(
                JsonObject.EMPTY, new Client(new Caller("other", "someone", Scope.ALL), "agent", JsonObject.EMPTY));
        assertThat(runs(found)).isEmpty();
    }

    @Test
    void aPausedRunIsFoundAndSaysSo() {
        GuidedAnswer start = startAfter("steps", "T-1");
        guide.runs.tell(
                Guide.ACME,
                run(start),
                _ -> new Command.Pause(guide.instant(), "lunch", DrainPolicy.IMMEDIATE),
                (_, _) -> new GuidedRuns.Told<>("", new Beside(List.of(), null, List.of())));

        assertThat(runs(find("{}")).getFirst().string("status")).contains("paused");
        assertThat(code(checkpoint(start, "x"))).isEqualTo("RUN_PAUSED");
    }

    @Test
    void aCheckpointIsRecordedAndNothingMovesOn() {
        GuidedAnswer start = startAfter("steps", "T-1");

        GuidedAnswer kept = checkpoint(start, "half of it");

        assertThat(kept.isError()).as(kept.text()).isFalse();
        assertThat(text(kept, "stateToken")).isEqualTo(text(start, "stateToken"));
        assertThat(text(kept, "stepId")).isEqualTo("one");
        assertThat(kept.text()).contains("still pending", "workflow_advance");
        assertThat(guide.types(run(start))).containsExactly("run.started", "node.started one", "log.appended one");
        assertThat(guide.store.receipts(run(start), StoredReceipt.Kind.STEP, 0, 9))
                .hasSize(1);
        GuidedAnswer next = guide.advance(start, "{}");
        assertThat(step(next)).isEqualTo("two");
        assertThat(next.structured().has("lineage")).isFalse();
    }

    @Test
    void theSameCheckpointIsKeptOnceAndGetsTheSameAnswer() {
        GuidedAnswer start = startAfter("steps", "T-1");
        byte[] first = checkpoint(start, "half of it").bytes();
        guide.pass(Duration.ofMinutes(1));

        assertThat(checkpoint(start, "half of it").bytes()).isEqualTo(first);
        assertThat(guide.types(run(start))).hasSize(3);
        checkpoint(start, "all of it");
        assertThat(guide.types(run(start))).hasSize(4);
    }

    @Test
    void theNewestCheckpointOfThePendingStepIsFoundAgain() {
        GuidedAnswer start = startAfter("steps", "T-1");
        checkpoint(start, "of the first step");
        GuidedAnswer next = guide.advance(start, "{}");
        assertThat(runs(find("{}")).getFirst().has("checkpointMarkdown")).isFalse();

        checkpoint(next, "half of it");
        checkpoint(next, "most of it");
        checkpoint(start, "late, for the first step");

        assertThat(runs(find("{}")).getFirst().string("checkpointMarkdown")).contains("most of it");
        assertThat(find("{}").text()).contains("most of it").doesNotContain("first step");
    }

    @Test
    void aRunThatHasEndedGetsNoCheckpoint() {
        GuidedAnswer start = startAfter("steps", "T-1");
        GuidedAnswer end = guide.advance(guide.advance(start, "{}"), "{}");
        long head = guide.store.run(run(start)).orElseThrow().head();

        assertThat(code(checkpoint(start, "too late"))).isEqualTo("RUN_COMPLETE");
        assertThat(code(checkpoint(end, "too late"))).isEqualTo("RUN_COMPLETE");
        assertThat(guide.store.run(run(start)).orElseThrow().head()).isEqualTo(head);
    }

    @Test
    void aStoreWithCheckpointsIsWhole() {
        GuidedAnswer start = startAfter("steps", "T-1");
        checkpoint(start, "half of it");
        guide.advance(guide.advance(start, "{}"), "{}");
        List<String> findings = new ArrayList<>();
        Fsck.check(guide.store, guide.keys, guide.instant(), finding -> findings.add(finding.toString()));
        assertThat(findings).isEmpty();
    }

    @Test
    void whoComesBackIsToldWhatIsBoundOtherwiseByNow() {
        guide.knows(bound("loud"));
        GuidedAnswer start = startAfter("bound", "T-1");
        JsonObject found = runs(find("{}")).getFirst();
        assertThat(resume(found).structured().has("warnings")).isFalse();

        guide.knows(bound("soft"));

        GuidedAnswer resumed = resume(found);
        assertThat(Guide.prompt(resumed)).contains("Be loud.");
        assertThat(resumed.structured().array("warnings").orElseThrow().items())
                .singleElement()
                .satisfies(warning -> assertThat(warning.toString())
                        .contains("\"BINDING_DRIFT\"", "/resolvedBindings/tone", "soft", "loud"));
        assertThat(resumed.text()).contains("BINDING_DRIFT");
        assertThat(guide.advance(start, "{}").structured().has("warnings")).isFalse();
    }

    private static GuidedWorkflow bound(String tone) {
        JsonObject source = json("""
                {'id': 'bound', 'name': 'Bound', 'description': 'D', 'version': '1.0.0',
                 'extensionPoints': [{'slotId': 'tone', 'purpose': 'P'}], 'steps': [
                 {'id': 'one', 'title': 'One', 'prompt': 'Be {{wr.bindings.tone}}.'}]}""");
        JsonObject bindings = JsonObject.builder().put("tone", tone).build();
        return ((GuidedRead.Ok)
                        new GuidedCompiler(Routines.NONE, Bindings.of(bindings), Contracts.bundled()).compile(source))
                .workflow();
    }

    @Test
    void bothAreOffUnlessAskedFor() {
        Guide plain = new Guide().knows(STEPS);
        GuidedAnswer start = plain.start("steps", "{}");
        JsonObject state = JsonObject.builder()
                .put("stateToken", text(start, "stateToken"))
                .build();
        assertThat(code(plain.tools.find(JsonObject.EMPTY, Guide.AGENT))).isEqualTo("FEATURE_OFF");
        assertThat(code(plain.tools.checkpoint(state, Guide.AGENT))).isEqualTo("FEATURE_OFF");
    }
}

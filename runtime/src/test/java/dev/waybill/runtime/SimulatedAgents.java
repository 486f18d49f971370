package dev.waybill.runtime;

import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonObject;
import dev.waybill.journal.RunId;
import dev.waybill.journal.event.NodeFact;
import dev.waybill.journal.store.RunQuery;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.StoredRun;
import dev.waybill.runtime.guided.Client;
import dev.waybill.runtime.guided.GuidedAnswer;
import dev.waybill.runtime.guided.GuidedCatalog;
import dev.waybill.runtime.guided.GuidedTools;
import dev.waybill.workflow.guided.GuidedCompiler;
import dev.waybill.workflow.guided.GuidedRead;
import dev.waybill.workflow.guided.GuidedWorkflow;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/// Agents that follow a guided workflow through whichever host they reach. One that got no answer repeats its
/// call, as chats do; one that goes back to an older token branches. What was answered is a promise.
final class SimulatedAgents implements GuidedCatalog {

    private static final GuidedWorkflow WORKFLOW =
            ((GuidedRead.Ok) GuidedCompiler.bundled().compile(TestHost.json("""
                    {'id': 'errand', 'name': 'Errand', 'description': 'Three steps', 'version': '1.0.0', 'steps': [
                      {'id': 'first', 'title': 'First', 'prompt': 'Begin.',
                       'validationCriteria': [{'type': 'contains', 'value': 'word', 'message': 'say the word'}]},
                      {'id': 'second', 'title': 'Second', 'prompt': 'Go on.'},
                      {'id': 'third', 'title': 'Third', 'prompt': 'End.'}]}"""))).workflow();

    private static final Client AGENT = new Client(TestHost.ACME, "sim-agent", JsonObject.EMPTY);
    private static final int MOST_PLACES = 24;

    private final Random random;
    private final List<GuidedAnswer> places = new ArrayList<>();
    private final Map<JsonObject, GuidedAnswer> answered = new LinkedHashMap<>();
    private final Set<JsonObject> unanswered = new LinkedHashSet<>();

    SimulatedAgents(Random random) {
        this.random = random;
    }

    @Override
    public List<GuidedWorkflow> workflows() {
        return List.of(WORKFLOW);
    }

    @Override
    public List<Broken> broken() {
        return List.of();
    }

    /// Does what some agent feels like; gives the run that it was told about.
    Optional<RunId> act(GuidedTools tools) {
        if (places.isEmpty() || (places.size() < MOST_PLACES && random.nextInt(6) == 0)) {
            return start(tools);
        }
        return random.nextInt(3) == 0 ? repeat(tools) : advance(tools, places.get(random.nextInt(places.size())));
    }

    private Optional<RunId> start(GuidedTools tools) {
        JsonObject request =
                JsonObject.builder().put("workflowId", WORKFLOW.id()).build();
        return told(tools.start(request, AGENT));
    }

    private Optional<RunId> repeat(GuidedTools tools) {
        List<JsonObject> sent = new ArrayList<>(answered.keySet());
        sent.addAll(unanswered);
        return sent.isEmpty() ? Optional.empty() : send(tools, sent.get(random.nextInt(sent.size())));
    }

    private Optional<RunId> advance(GuidedTools tools, GuidedAnswer at) {
        String notes = random.nextInt(5) == 0 ? "nothing" : "word " + random.nextInt(3);
        return places.size() < MOST_PLACES ? send(tools, request(at, notes)) : Optional.empty();
    }

    private static JsonObject request(GuidedAnswer at, String notes) {
        return JsonObject.builder()
                .put("stateToken", at.structured().string("stateToken").orElseThrow())
                .put("ackToken", at.structured().string("ackToken").orElseThrow())
                .put("context", JsonObject.builder().put("notesMarkdown", notes).build())
                .build();
    }

    private Optional<RunId> send(GuidedTools tools, JsonObject request) {
        GuidedAnswer before = answered.get(request);
        if (before == null) {
            unanswered.add(request);
        }
        GuidedAnswer answer = tools.advance(request, AGENT);
        if (answer.isError()) {
            if (isCancelled(answer)) {
                // Somebody stopped the run: a call that was recorded before gets its answer, this one never was.
                unanswered.remove(request);
            }
            return Optional.empty();
        }
        Promise.A_REPEATED_CALL_GETS_ITS_ANSWER.holds(
                before == null || before.equals(answer), () -> before + "\nand then\n" + answer);
        if (before == null) {
            unanswered.remove(request);
            answered.put(request, answer);
            return told(answer);
        }
        return Optional.of(run(answer));
    }

    private Optional<RunId> told(GuidedAnswer answer) {
        if (answer.isError()) {
            return Optional.empty();
        }
        if (!isBlocked(answer) && answer.structured().get("isComplete") != JsonBool.TRUE) {
            places.add(answer);
        }
        return Optional.of(run(answer));
    }

    private static boolean isCancelled(GuidedAnswer answer) {
        return answer.structured()
                .object("error")
                .flatMap(error -> error.string("code"))
                .filter("RUN_CANCELLED"::equals)
                .isPresent();
    }

    private static boolean isBlocked(GuidedAnswer answer) {
        return answer.structured().has("blocked");
    }

    private static RunId run(GuidedAnswer answer) {
        return new RunId(answer.structured()
                .object("session")
                .flatMap(session -> session.string("runId"))
                .orElseThrow());
    }

    /// Every call that is still without an answer gets one, whether or not its run has ended by now.
    void insist(GuidedTools tools) {
        List.copyOf(unanswered).forEach(request -> send(tools, request));
    }

    /// Takes a run a step further; false when no agent knows a place of it.
    boolean goOn(GuidedTools tools, RunId run) {
        Optional<GuidedAnswer> furthest = places.reversed().stream()
                .filter(place -> run(place).equals(run))
                .findFirst();
        furthest.ifPresent(place -> send(tools, request(place, "word to end")));
        return furthest.isPresent();
    }

    /// Every answered call repeats, and each accepted one was recorded once, wherever it went.
    void check(GuidedTools tools, RunStore store) {
        Promise.WHAT_WAS_ANSWERED_IS_THERE.holds(
                unanswered.isEmpty(),
                () -> "never answered: "
                        + unanswered.stream()
                                .map(request -> request + " "
                                        + tools.advance(request, AGENT).text())
                                .toList());
        List.copyOf(answered.keySet()).forEach(request -> send(tools, request));
        long accepted =
                answered.values().stream().filter(answer -> !isBlocked(answer)).count();
        long recorded = store.runs(RunQuery.all(1_000)).stream()
                .filter(run -> run.header().isGuided())
                .mapToLong(run -> acknowledged(store, run))
                .sum();
        Promise.OUTCOMES_ARE_RECORDED_ONCE.holds(
                recorded == accepted, () -> accepted + " steps were accepted, " + recorded + " were recorded");
    }

    private static long acknowledged(RunStore store, StoredRun run) {
        return store.events(run.header().runId(), run.header().prefixLength(), Integer.MAX_VALUE).stream()
                .filter(event -> event.type().equals(NodeFact.NodeCompleted.TYPE))
                .count();
    }
}

package dev.waybill.engine.decide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.node.Exchange;
import dev.waybill.engine.node.HandOverPlan;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.engine.node.Question;
import dev.waybill.engine.state.HandOver;
import dev.waybill.engine.state.Interrupt;
import dev.waybill.engine.state.NodeState;
import dev.waybill.engine.state.Occupation;
import dev.waybill.engine.state.Phase;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.event.ActivityFact;
import dev.waybill.journal.event.AgentFact;
import dev.waybill.journal.event.DrainPolicy;
import dev.waybill.journal.event.InputFact;
import dev.waybill.journal.event.NodeFact;
import dev.waybill.journal.event.RunError;
import dev.waybill.testkit.Seeds;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;

/// Runs that somebody plays at random: sensible commands, senseless ones, and time that jumps.
final class RandomRuns {

    private final Random random;
    private final History history;

    RandomRuns(Random random, History history) {
        this.random = random;
        this.history = history;
    }

    static History played(Random random) {
        History history = History.of(RandomGraphs.graph(random)).started();
        new RandomRuns(random, history).play(random.nextInt(25)).finish();
        return history;
    }

    /// A run that is cancelled in the midst of its work, unless it is over by then.
    static History cancelled(Random random) {
        History history = History.of(RandomGraphs.graph(random)).started();
        RandomRuns run = new RandomRuns(random, history).play(random.nextInt(12));
        run.give(at -> new Command.Cancel(at, "r", null));
        run.finish();
        return history;
    }

    RandomRuns play(int commands) {
        for (int i = 0; i < commands; i++) {
            give(any());
        }
        return this;
    }

    /// Refusals are answers, too; anything else that is thrown is a bug.
    void give(Function<Instant, Command> command) {
        try {
            history.tell(command);
        } catch (Refused refused) {
            assertThat(refused.getMessage()).isNotBlank();
        }
    }

    /// Whoever owes the run something does it, until it has ended.
    void finish() {
        for (int i = 0; !history.state().isTerminal(); i++) {
            assertThat(i).as(() -> "never ends: " + history.all()).isLessThan(2_000);
            history.later(Duration.ofSeconds(1));
            give(next());
        }
    }

    private Function<Instant, Command> next() {
        RunState state = history.state();
        if (state.phase() == Phase.PAUSED || state.phase() == Phase.PAUSING) {
            return Command.Resume::new;
        }
        List<NodeState> busy =
                state.nodes().values().stream().filter(node -> !node.isIdle()).toList();
        return busy.isEmpty() || random.nextInt(3) == 0
                ? Command.Advance::new
                : serve(busy.get(random.nextInt(busy.size())));
    }

    private Function<Instant, Command> any() {
        List<NodeState> nodes = List.copyOf(history.state().nodes().values());
        NodeState node = nodes.get(random.nextInt(nodes.size()));
        history.later(Duration.ofMillis(random.nextInt(1_000)));
        return switch (random.nextInt(14)) {
            case 0 -> {
                DrainPolicy policy = pick(List.of(DrainPolicy.values()));
                yield at -> new Command.Pause(at, null, policy);
            }
            case 1 -> Command.Resume::new;
            case 2 -> random.nextInt(4) == 0 ? at -> new Command.Cancel(at, "r", null) : Command.Advance::new;
            case 3 -> {
                history.later(Duration.ofSeconds(random.nextInt(4) == 0 ? -600 : -5));
                yield Command.Advance::new;
            }
            case 4 -> {
                NodeResult result = result();
                int attempt = 1 + random.nextInt(2);
                yield at -> new Command.Finish(at, node.id(), node.ordinal(), attempt, result);
            }
            case 5 -> at -> new Command.LoseTrack(at, node.id(), node.ordinal(), 1);
            case 6 ->
                at -> new Command.Report(
                        at, new NodeFact.NodeProgressed(node.id(), node.ordinal(), 1, "half", JsonNumber.of(50)));
            case 7 -> at -> new Command.Start(at, JsonObject.EMPTY, JsonObject.EMPTY, JsonObject.EMPTY);
            default -> serve(node);
        };
    }

    private List<ActivityFact> facts(String node) {
        List<ActivityFact> all = List.of(
                new AgentFact.AgentReasoned(node, "acme.agent", "because", AgentFact.Verbosity.FULL),
                new AgentFact.AgentToolCalled(node, "acme.agent", "t", "c1", null, AgentFact.ToolTransport.NATIVE),
                new AgentFact.AgentToolReturned(node, "acme.agent", "t", "c1", null, null, AgentFact.ToolStatus.OK),
                new AgentFact.AgentDecided(node, "acme.agent", new JsonString("go"), null),
                new AgentFact.ProviderUsage(node, "acme", "m", 1, 2, false),
                new AgentFact.MemoryWritten(node, "agent:acme.agent", "m1", "acme.agent", List.of()),
                new InputFact.WorkspaceUpdated(node, "notes/a.md", 2));
        return all.subList(0, random.nextInt(all.size() + 1));
    }

    /// What is asked grows with each execution of a node, as conversations do.
    private Map<Integer, Exchange> exchanges(List<ActivityFact> facts, NodeState node) {
        Map<Integer, Exchange> exchanges = new LinkedHashMap<>();
        for (int i = 0; i < facts.size(); i++) {
            if (facts.get(i) instanceof AgentFact.ProviderUsage) {
                List<JsonValue> messages = new ArrayList<>();
                for (int said = 0; said <= node.ordinal(); said++) {
                    messages.add(History.json("{'role':'user','content':'%d'}".formatted(said)));
                }
                exchanges.put(
                        i,
                        new Exchange(
                                "key",
                                JsonObject.EMPTY,
                                messages,
                                "completed",
                                random.nextBoolean() ? null : outputs()));
            }
        }
        return exchanges;
    }

    private Function<Instant, Command> serve(NodeState node) {
        return switch (node.occupation()) {
            case Occupation.Working working -> {
                NodeResult result = node.id().equals("plan") ? proposal() : result();
                List<ActivityFact> facts = facts(node.id());
                Map<Integer, Exchange> exchanges = exchanges(facts, node);
                yield at -> new Command.Finish(
                        at,
                        node.id(),
                        node.ordinal(),
                        working.attempt().number(),
                        result,
                        facts,
                        new LinkedHashMap<>(),
                        List.of(),
                        exchanges);
            }
            case Occupation.Asking _ -> {
                JsonValue answer = answer();
                String by = pick(List.of("ada", "bob", "eve"));
                List<String> names = new ArrayList<>(List.of(node.id()));
                history.state().interrupts().forEach((id, open) -> names.addAll(List.of(id, open.key())));
                String name = pick(names);
                yield at -> new Command.Answer(at, name, answer, by, true);
            }
            case Occupation.HandingOver handing -> handOver(node.id(), handing);
            case Occupation.Idle _, Occupation.Delaying _, Occupation.Retrying _ -> Command.Advance::new;
        };
    }

    private Function<Instant, Command> handOver(String node, Occupation.HandingOver handing) {
        if (random.nextBoolean() && Questions.isAsking(history.state(), node)) {
            JsonValue answer = answer();
            List<String> keys = history.state().interrupts().values().stream()
                    .filter(open -> open.nodeId().equals(node))
                    .map(Interrupt::key)
                    .toList();
            String key = pick(keys);
            return at -> new Command.Answer(at, key, answer, "ada", true);
        }
        HandOver one = pick(handing.all().toList());
        String child = one.childRunId();
        if (one.isDispatching()) {
            return random.nextInt(5) == 0
                    ? at -> new Command.RefuseHandOver(at, node, child, RunError.of("gone", "no such workflow"))
                    : at -> new Command.ConfirmHandOver(at, node, child);
        }
        RunStatus status = pick(List.of(RunStatus.COMPLETED, RunStatus.FAILED, RunStatus.CANCELLED));
        JsonObject brought =
                JsonObject.EMPTY.with("r", JsonNumber.of(random.nextInt(5))).with("verdict", verdict());
        return at -> new Command.Collect(at, node, child, status, brought, JsonObject.EMPTY, null);
    }

    /// Not always one, and not always sure of it.
    private JsonValue verdict() {
        String word = pick(List.of("pass", "fail", "revise", "perhaps"));
        return random.nextInt(3) == 0
                ? History.json(
                        "{'verdict':'%s','criteria':['a'],'confidence':0.%d}".formatted(word, random.nextInt(10)))
                : new JsonString(word);
    }

    private JsonValue answer() {
        return History.json(pick(List.of(
                "{'action':'accept'}",
                "{'action':'reject'}",
                "{'action':'edit-accept','editedArtifactData':{'verdict':'pass'}}",
                "{'answers':{'q':'blue'}}",
                "{'outcome':'repeat'}",
                "{'outcome':'completed','outputs':{'side':1}}",
                "{}")));
    }

    private NodeResult result() {
        return switch (random.nextInt(9)) {
            case 4 ->
                new NodeResult.HandOver(
                        List.of(HandOverPlan.inBetween("a", outputs()), HandOverPlan.inBetween("b", outputs()))
                                .subList(0, 1 + random.nextInt(2)));
            case 0 -> NodeResult.failed("broken", "it broke");
            case 1 -> new NodeResult.Failed(RunError.retryable("shaky", "again"));
            case 2 ->
                new NodeResult.Ask(
                        List.of(new Question("k" + random.nextInt(2), "custom", JsonObject.EMPTY, 900L, null)));
            case 3 ->
                new NodeResult.Done(
                        outputs(),
                        "output",
                        List.of(new NodeResult.Write.ToVariable("n", JsonNumber.of(random.nextInt(5)))));
            default -> NodeResult.done(outputs());
        };
    }

    /// What a supervisor outside says; sometimes nothing that makes sense.
    private NodeResult proposal() {
        String decision = random.nextInt(3) == 0 ? "{'kind':'terminate'}" : pick(RandomGraphs.DECISIONS);
        String confidence = random.nextInt(4) == 0 ? ",'confidence':0.6" : "";
        return random.nextInt(6) == 0
                ? result()
                : NodeResult.done(History.json("{'decision':%s%s}".formatted(decision, confidence)));
    }

    private JsonObject outputs() {
        return History.json("{'side':%d,'again':%b}".formatted(random.nextInt(3), random.nextInt(3) == 0));
    }

    private <T> T pick(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }

    /// One line that depends on every byte of many runs: for a second process to come to the same.
    static String fingerprint() {
        StringBuilder all = new StringBuilder();
        for (long seed = 1; seed <= 60; seed++) {
            all.append(History.bytes(played(Seeds.random(seed)).log()));
        }
        return Digest.of(all.toString().getBytes(StandardCharsets.UTF_8)).toString();
    }

    public static void main(String[] args) {
        System.out.println(fingerprint());
    }
}

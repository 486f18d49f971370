package dev.waybill.journal;

import dev.waybill.base.Digest;
import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.journal.event.AgentFact;
import dev.waybill.journal.event.DataFact;
import dev.waybill.journal.event.DrainPolicy;
import dev.waybill.journal.event.HandOverFact;
import dev.waybill.journal.event.HandOverPhase;
import dev.waybill.journal.event.InputFact;
import dev.waybill.journal.event.InterruptFact;
import dev.waybill.journal.event.InvocationFact;
import dev.waybill.journal.event.ModelFact;
import dev.waybill.journal.event.NodeFact;
import dev.waybill.journal.event.OrchestratorFact;
import dev.waybill.journal.event.ReplayFact;
import dev.waybill.journal.event.RunError;
import dev.waybill.journal.event.RunEvent;
import dev.waybill.journal.event.RunFact;
import dev.waybill.journal.event.VerdictFact;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// One event of every type with every member that it can have, and one header of every origin.
final class Samples {

    static final RunId RUN = new RunId("run_01JD2ZK8F4Q6V0X3N5S7T9W1YB");
    static final RunId PARENT = new RunId("run_01JD2ZJ0A1B2C3D4E5F6G7H8J9");
    static final Instant TIME = Instant.parse("2026-11-15T10:00:00.123456Z");

    private static final String CHILD = "run_01JD2ZM7W3M4P5Q6R7S8T9V0W1";
    private static final String INTERRUPT = "int_01JD2ZKQ5D6E7F8G9H0J1K2M3N";
    private static final RunError ERROR = RunError.retryable(
                    "model_unavailable", "expected an answer of the model, found HTTP 503; try again later")
            .with("status", "503");

    private Samples() {}

    static JsonObject json(String text) {
        return JsonReader.readObject(text.getBytes(StandardCharsets.UTF_8), JsonLimits.DOCUMENT);
    }

    /// All facts, each with all of its members.
    static List<RunEvent> facts() {
        List<RunEvent> facts = new ArrayList<>();
        facts.addAll(run());
        facts.addAll(node());
        facts.addAll(interrupt());
        facts.addAll(data());
        facts.add(new HandOverFact.NodeDispatched("delegate", CHILD, "child-flow", "running"));
        facts.add(new HandOverFact.HandOver(
                "delegate",
                HandOverPhase.OUTPUT_HARVESTED,
                "child-flow",
                RUN.value(),
                CHILD,
                List.of("result", "score"),
                json("{\"checksum\":\"%s\",\"algorithm\":\"sha256\"}"
                        .formatted("44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a")),
                ERROR));
        facts.add(new ReplayFact.ReplayDiverged(
                PARENT.value(),
                7,
                "evt_01JD2ZJ1C3D4E5F6G7H8J9K0M1",
                "output",
                "node.completed",
                json("{\"outputs\":{\"sum\":3}}"),
                json("{\"outputs\":{\"sum\":4}}")));
        facts.add(new RunFact.RunFailing(ERROR, "ask-model"));
        facts.addAll(agent());
        facts.addAll(loop());
        facts.addAll(invocation());
        facts.addAll(model());
        facts.add(new VerdictFact.AgentVerified(
                "delegate",
                "acme.critic",
                CHILD,
                VerdictFact.Ruling.REVISE,
                List.of("grounded", "schema-valid"),
                new JsonNumber("0.80")));
        facts.add(new InputFact.WorkspaceUpdated("write", "guides/style.md", 4));
        facts.add(new InputFact.ContextSummarized(
                "plan",
                12,
                Objects.requireNonNull(json("{\"t\":[1,2,3]}").get("t")),
                "memory:plan/turns-3",
                "waybill-chars-4",
                5200,
                900));
        facts.add(new DataFact.ArtifactCreated(
                "write", "write", "report", "text/markdown", 7, "sha256:00ff", "Report.md"));
        facts.add(new AgentFact.MemoryCompacted(
                "research",
                "agent:acme.researcher",
                "archive-7",
                List.of("mem-6", "mem-7"),
                2,
                "client-requested",
                42,
                json("{\"tokenBudget\":8000,\"tokensUsed\":69,\"indexUpdated\":true}")));
        facts.add(new ModelFact.OutputChunk(
                "ask-model", "two sources.", true, json("{\"finishReason\":\"stop\",\"model\":\"some-model\"}")));
        return facts;
    }

    private static List<RunEvent> invocation() {
        return List.of(
                new InvocationFact.Started(
                        "research",
                        "research#1",
                        "acme.researcher",
                        InvocationFact.Source.WORKFLOW_NODE,
                        "reasoning",
                        "model-1",
                        "acme-models",
                        "1.2.0",
                        3,
                        true),
                new InvocationFact.PromptResolved(
                        "research",
                        "system",
                        "acme.researcher",
                        new JsonArray(List.of(
                                json("{\"layer\":\"agent-intrinsic\",\"source\":\"prompts/a.md\",\"applied\":true}"))),
                        new JsonString("prompts/a.md")),
                new InvocationFact.Completed(
                        "research",
                        "research#1",
                        "acme.researcher",
                        InvocationFact.Outcome.HANDED_OFF,
                        true,
                        new JsonNumber("0.92")));
    }

    private static List<RunEvent> run() {
        return List.of(
                new RunFact.RunStarted(
                        "order-flow",
                        json("{\"order\":{\"id\":42,\"price\":19.90},\"note\":\"naïve ✓ \\\"quoted\\\"\"}"),
                        json("{\"recursionLimit\":50}"),
                        json("{\"tenant\":\"acme\",\"workspace\":\"shop\",\"principal\":\"ada\"}"),
                        json("{\"ticket\":\"T-1\"}")),
                new RunFact.RunCompleted(json("{\"total\":1.50e1,\"done\":true,\"rest\":null}"), true),
                new RunFact.RunFailed(ERROR, "ask-model"),
                new RunFact.RunCancelling("no longer needed", "ada", PARENT.value()),
                new RunFact.RunCancelled("parent-cancelled", "ada", PARENT.value()),
                new RunFact.RunPausing("maintenance"),
                new RunFact.RunPaused("maintenance", DrainPolicy.DRAIN_CURRENT_NODE),
                new RunFact.RunResumed(),
                new RunFact.ClockStepped(TIME, Instant.parse("2026-11-15T09:00:00Z")));
    }

    private static List<RunEvent> agent() {
        return List.of(
                new AgentFact.AgentReasoned(
                        "research", "acme.researcher", "two sources disagree", AgentFact.Verbosity.SUMMARY),
                new AgentFact.AgentToolCalled(
                        "research",
                        "acme.researcher",
                        "search",
                        "call-1",
                        json("{\"query\":\"naïve\"}"),
                        "sha256:9d3f8b4f1c0e4b1ba2b0f6f5c7a3e2d1908172635445362718095a4b3c2d1e0f",
                        "ada",
                        AgentFact.ToolTransport.MCP),
                new AgentFact.AgentToolReturned(
                        "research",
                        "acme.researcher",
                        "search",
                        "call-1",
                        json("{\"hits\":3}"),
                        ERROR,
                        AgentFact.ToolStatus.RATE_LIMITED),
                new AgentFact.ProviderUsage(
                        "research", "anthropic", "some-model", 1200, 80, true, new JsonNumber("0.0048")),
                new AgentFact.MemoryWritten(
                        "research", "agent:acme.researcher", "mem-7", "acme.researcher", List.of("sources")));
    }

    /// Later than the others: the place in the list is the sequence in the file.
    private static List<RunEvent> model() {
        return List.of(
                new ModelFact.EnvelopeRetryAttempted("research", 2, "schema-violation"),
                new ModelFact.EnvelopeRetryExhausted("research", 3, "truncation"),
                new ModelFact.EnvelopeRefusal("research", "anthropic", "some-model", "I would rather not.", "bio"),
                new ModelFact.EnvelopeTruncated("research", "anthropic", "some-model", "max_tokens", 256),
                new ModelFact.NlToFormatEngaged("research", "Findings", 1),
                new ModelFact.EnvelopeRecovered("research", "markdown-fence"),
                new ModelFact.PromptComposed(
                        "research",
                        List.of("prompt:acme.research@1.0.0"),
                        "system-only",
                        "sha256:00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff",
                        json("{\"topic\":\"sha256:11ff11ff11ff11ff11ff11ff11ff11ff11ff11ff11ff11ff11ff11ff11ff11ff\"}"),
                        "untrusted"),
                new ReplayFact.DivergedAtRefusal(RUN.value(), 7, "evt-7", "valid", "refusal", "ask-model"));
    }

    private static List<RunEvent> loop() {
        JsonObject decision = json("{\"kind\":\"next-worker\",\"nextWorkerIds\":[\"child-flow\"],\"confidence\":0.30}");
        return List.of(
                new OrchestratorFact.Decided("plan", "acme.planner", decision, 3L),
                new HandOverFact.ConfidenceEscalated(
                        "delegate",
                        new JsonNumber("0.30"),
                        new JsonNumber("0.5"),
                        "escalate",
                        RUN.value(),
                        "child-flow",
                        decision),
                new AgentFact.ReasoningDelta("research", "acme.researcher", "two sources", 1),
                new AgentFact.AgentHandoff("research", "acme.researcher", "acme.writer", "the facts are there"),
                new AgentFact.AgentDecided(
                        "research", "acme.researcher", json("{\"next\":\"write\"}"), new JsonNumber("0.92")));
    }

    private static List<RunEvent> node() {
        return List.of(
                new NodeFact.NodeStarted("wait", "core.delay", 2, 1, 1500L),
                new NodeFact.NodeProgressed("build", 1, 1, "half of it is done", json("{\"done\":50,\"of\":100}")),
                new NodeFact.NodeCompleted("sum", json("{\"output\":[1,2.0,3e0]}")),
                new NodeFact.NodeFailed("ask-model", ERROR, 3),
                new NodeFact.NodeRetried("ask-model", 2, 1000, ERROR),
                new NodeFact.NodeSkipped("other-way", "no-path"),
                new NodeFact.NodeCancelled("wait", "run-cancelled"),
                new NodeFact.NodeSuspended(
                        "gate",
                        INTERRUPT,
                        "approval",
                        "gate:1",
                        "waits for two approvals",
                        "acme.planner",
                        new JsonNumber("0.7"),
                        new JsonNumber("0.50")),
                new NodeFact.NodeResumed("gate", INTERRUPT, json("{\"action\":\"accept\"}")));
    }

    private static List<RunEvent> interrupt() {
        return List.of(
                new InterruptFact.InterruptRequested(
                        "gate",
                        INTERRUPT,
                        "approval",
                        "gate:1",
                        json("{\"artifactId\":\"draft-1\",\"artifactType\":\"text\",\"title\":\"Release?\","
                                + "\"actions\":[\"accept\",\"reject\"],\"requiredApprovals\":2}"),
                        86_400_000L,
                        json("{\"type\":\"object\"}")),
                new InterruptFact.InterruptResolved(
                        "gate", INTERRUPT, "approval", json("{\"action\":\"accept\"}"), "ada"),
                new InterruptFact.ApprovalRequested(
                        "gate", INTERRUPT, "draft-1", "text", "Release?", List.of("accept", "reject"), 2),
                new InterruptFact.ApprovalReceived(
                        "gate",
                        INTERRUPT,
                        "edit-accept",
                        "ada",
                        new JsonString("shorter, please"),
                        json("{\"scope\":\"whole\"}"),
                        json("{\"text\":\"short\"}")),
                new InterruptFact.ClarificationRequested(
                        "ask", INTERRUPT, JsonArray.of(json("{\"id\":\"q1\",\"question\":\"Which colour?\"}"))),
                new InterruptFact.ClarificationResolved("ask", INTERRUPT, json("{\"q1\":\"blue\"}"), "ada"));
    }

    private static List<RunEvent> data() {
        JsonValue before = JsonNull.NULL;
        return List.of(
                new DataFact.VariableChanged("colour", before, new JsonString("blue"), "ask"),
                new DataFact.ChannelWritten("events", "append", new JsonString("a"), 1, TIME, "write-a"),
                new DataFact.LogAppended("info", "the answer is blue", "ask"),
                new DataFact.CapBreached("node-executions", 16, 17, "plan", "sub-workflow-depth"));
    }

    /// The event around a fact, with a full evidence envelope.
    static Event event(RunEvent fact, long sequence) {
        return new Event(
                RUN,
                sequence,
                "evt_01JD2ZK9M7N8P9Q0R1S2T3V4W5",
                TIME,
                "evt_01JD2ZK8G6H7J8K9M0N1P2Q3R4",
                fact,
                envelope(),
                JsonObject.EMPTY);
    }

    static EvidenceEnvelope envelope() {
        return EvidenceEnvelope.issued("wf_01JD2ZJ0A1B2C3D4E5F6G7H8J9", "waybill")
                .with(EvidenceEnvelope.TASK_ID, "gate#1")
                .with(EvidenceEnvelope.AGENT_ID, "core.planner")
                .with(EvidenceEnvelope.POLICY_VERSION, "policy-7")
                .withParents(List.of("waybill:wf_01JD2ZJ0A1B2C3D4E5F6G7H8J9/plan#1"));
    }

    /// A header of every origin, by the origin's name, and one of a guided run.
    static Map<String, RunHeader> headers() {
        Map<String, RunHeader> headers = new LinkedHashMap<>();
        headers.put("start", header(new Origin.Start(), List.of(), ReceiptPolicy.DEFAULT));
        headers.put(
                "child",
                header(
                        new Origin.Child(PARENT, "wf_01JD2ZJ0A1B2C3D4E5F6G7H8J9", "delegate", 2),
                        List.of(),
                        new ReceiptPolicy(true, "0.2", true, true)));
        headers.put(
                "remote",
                header(
                        new Origin.Remote(
                                new RemoteRun(
                                        "waybill-0123456789abcdef0123",
                                        CHILD,
                                        "evt_01JD2ZK8G6H7J8K9M0N1P2Q3R4",
                                        "https://a.example/.well-known/openwop",
                                        "wf_01JD2ZJ0A1B2C3D4E5F6G7H8J9",
                                        Digest.of(new byte[] {1})),
                                Origin.Remote.Cause.A2A_MESSAGE),
                        List.of(),
                        ReceiptPolicy.DEFAULT));
        headers.put(
                "fork",
                header(
                        new Origin.Fork(
                                PARENT,
                                "wf_01JD2ZJ0A1B2C3D4E5F6G7H8J9",
                                12,
                                ForkMode.BRANCH,
                                json("{\"variables\":{\"colour\":\"red\"}}")),
                        List.of(new Segment(new RunId(CHILD), 5), new Segment(PARENT, 12)),
                        ReceiptPolicy.OFF));
        headers.put(
                "replay",
                header(
                        new Origin.Fork(PARENT, "wf_01JD2ZJ0A1B2C3D4E5F6G7H8J9", 0, ForkMode.REPLAY, JsonObject.EMPTY),
                        List.of(),
                        ReceiptPolicy.DEFAULT));
        headers.put(
                "guided", inSession("sess_TICKET-42", header(new Origin.Start(), List.of(), ReceiptPolicy.DEFAULT)));
        return headers;
    }

    private static RunHeader inSession(String session, RunHeader graph) {
        return new RunHeader(
                graph.runId(),
                graph.tenant(),
                graph.workflowId(),
                graph.definitionId(),
                graph.definition(),
                graph.correlationId(),
                graph.origin(),
                graph.prefix(),
                graph.receipts(),
                graph.seed(),
                graph.engineVersion(),
                graph.createdAt(),
                graph.options(),
                session);
    }

    private static RunHeader header(Origin origin, List<Segment> prefix, ReceiptPolicy receipts) {
        return new RunHeader(
                RUN,
                "acme",
                "wf_01JD2ZK8F4Q6V0X3N5S7T9W1YB",
                "order-flow",
                Digest.of("the definition".getBytes(StandardCharsets.UTF_8)),
                "wf_01JD2ZJ0A1B2C3D4E5F6G7H8J9",
                origin,
                prefix,
                receipts,
                RunSeed.parse("AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8"),
                "1",
                TIME,
                json("{\"configurable\":{\"recursionLimit\":50},\"tags\":[\"nightly\"]}"));
    }
}

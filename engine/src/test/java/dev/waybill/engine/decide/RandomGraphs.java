package dev.waybill.engine.decide;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// Small graphs with everything in them.
final class RandomGraphs {

    private static final List<String> RULES =
            List.of("all_success", "all_success", "any_success", "all_complete", "none_failed", "any_failed");
    private static final List<String> PORTS = List.of(
            "",
            "'in':{'type':'static','value':1}",
            "'in':{'type':'variable','variableName':'n'}",
            "'in':{'type':'variable','variableName':'unset','optional':true}",
            "'in':{'type':'connection','nodeId':'start','outputKey':'x','optional':true}",
            "'in':{'type':'expression','expression':'variables.n + 1'}",
            "'in':{'type':'expression','expression':'channels.d'}");

    static final List<String> DECISIONS = List.of(
            "{'kind':'next-worker','nextWorkerIds':['a']}",
            "{'kind':'next-worker','nextWorkerIds':['a','b'],'nextWorkerInputs':[{'x':1},{}]}",
            "{'kind':'next-worker','nextWorkerIds':['a','b','a'],'confidence':0.3}",
            "{'kind':'clarify','questions':[{'id':'q','question':'?'}]}",
            "{'kind':'escalate','reason':'dear'}",
            "{'kind':'terminate','reason':'r','confidence':0.4,'successCriteria':[{'key':'k','met':false}]}");

    private final Random random;
    private final GraphText graph = GraphText.graph();

    private RandomGraphs(Random random) {
        this.random = random;
    }

    static GraphText graph(Random random) {
        return new RandomGraphs(random).build();
    }

    private GraphText build() {
        graph.noops("start");
        graph.variables("{'name':'n','type':'number','defaultValue':1,'sensitive':%b},{'name':'unset','type':'string'}"
                .formatted(random.nextBoolean()));
        graph.channels("'d':{'reducer':'append','sensitive':%b,'schema':{'type':'number','maximum':%d}}"
                .formatted(random.nextBoolean(), random.nextInt(3)));
        int size = 1 + random.nextInt(6);
        for (int i = 0; i < size; i++) {
            node("n" + i);
            graph.edge(i == 0 ? "start" : before(i), "n" + i, edge());
        }
        for (int more = random.nextInt(size + 1); more > 0; more--) {
            int to = random.nextInt(size);
            graph.edge(before(to), "n" + to, edge());
        }
        for (int back = random.nextInt(2); back > 0; back--) {
            int from = random.nextInt(size);
            graph.edge("n" + from, "n" + random.nextInt(from + 1), GraphText.when("output.again == true"));
        }
        if (random.nextInt(3) == 0) {
            team();
        }
        return graph;
    }

    /// A supervised loop, with as many of its edges as its author felt like drawing.
    private void team() {
        graph.node(
                "plan",
                "core.orchestrator.supervisor",
                (random.nextInt(3) == 0 ? "'supervisor':'test.planner'" : plan()) + judged());
        graph.node("act", "core.dispatch", act(), "", random.nextInt(3) == 0 ? ",'settings':{'timeout':2000}" : "");
        graph.noops("after");
        graph.edge("start", "plan");
        if (random.nextBoolean()) {
            graph.edge("plan", "act");
        }
        if (random.nextBoolean()) {
            graph.edge("act", "plan");
        }
        graph.edge(random.nextBoolean() ? "act" : "plan", "after");
    }

    private String plan() {
        List<String> turns = new ArrayList<>();
        for (int turn = random.nextInt(4); turn >= 0; turn--) {
            turns.add(DECISIONS.get(random.nextInt(DECISIONS.size())));
        }
        return random.nextInt(4) == 0
                ? "'mockConfidence':0.5,'mockPendingDecision':" + turns.getFirst()
                : "'mockDispatchPlan':[" + String.join(",", turns) + "]";
    }

    private String act() {
        return "'fanOutPolicy':'%s'".formatted(random.nextBoolean() ? "sequential" : "parallel")
                + (random.nextBoolean() ? ",'outputMapping':{'n':'r'}" : "")
                + (random.nextInt(3) == 0 ? ",'timeoutMs':900" : "")
                + (random.nextInt(4) == 0 ? ",'iterationCap':1" : "")
                + reviewed();
    }

    /// Somebody looks at what workers bring back, or not.
    private String reviewed() {
        String verifier = switch (random.nextInt(6)) {
            case 0 -> ",'verifier':{'mockVerdicts':['revise',{'verdict':'pass','criteria':['a'],'confidence':0.4}]}";
            case 1 ->
                ",'verifier':{'mockVerdicts':['fail','revise','pass'],'gating':%b}".formatted(random.nextBoolean());
            case 2 -> ",'verifier':{'workflow':'critic','criteria':['a','b']}";
            case 3 ->
                ",'verifier':{'rules':[{'when':'output.r > 3','then':'pass'},{'when':'output.r > 1','then':'fail'}]}";
            default -> "";
        };
        String attestation = switch (random.nextInt(5)) {
            case 0 -> ",'outputAttestation':{'checksum':true,'requireApproval':true}";
            case 1 -> ",'outputAttestation':{'checksum':true}";
            default -> "";
        };
        return verifier + attestation;
    }

    /// Somebody looks at what is decided and called, or not.
    private String judged() {
        String over = random.nextBoolean() ? ",'over':['decision','tool-calls']" : "";
        return switch (random.nextInt(5)) {
            case 0 -> ",'verifier':{'workflow':'critic'" + over + "}";
            case 1 ->
                ",'verifier':{'workflow':'critic','gating':%b,'criteria':['a']%s}"
                        .formatted(random.nextBoolean(), over);
            case 2 -> ",'verifier':{'mockVerdicts':['revise','fail','pass']" + over + "}";
            default -> "";
        };
    }

    private String before(int node) {
        int from = random.nextInt(node + 1) - 1;
        return from < 0 ? "start" : "n" + from;
    }

    private String edge() {
        String rule = GraphText.rule(RULES.get(random.nextInt(RULES.size())));
        return switch (random.nextInt(6)) {
            case 0 -> rule + GraphText.when("output.side == 1");
            case 1 -> rule + GraphText.when("output.side != 1");
            case 2 -> rule + ",'sourceOutput':'error'";
            default -> rule;
        };
    }

    private void node(String id) {
        String inputs = PORTS.get(random.nextInt(PORTS.size()));
        String more = random.nextInt(12) == 0 ? ",'disabled':true" : settings();
        switch (random.nextInt(11)) {
            case 0 -> graph.node(id, "core.identity", "", inputs, more);
            case 1 -> graph.node(id, "core.delay", "'ms':" + random.nextInt(3_000), "", more);
            case 2 -> graph.node(id, "core.approvalGate", gate(), inputs, more);
            case 3 -> graph.node(id, "core.clarificationGate", "'questions':[{'id':'q','question':'?'}]", "", more);
            case 4 -> graph.node(id, "core.subWorkflow", handOver(), inputs, more);
            case 5 -> graph.node(id, "core.channelWrite", write(), "", more);
            case 6 -> graph.node(id, "core.fail", "'retryable':" + random.nextBoolean(), "", more);
            case 7 -> graph.node(id, History.ONCE, "", inputs, more);
            case 8 -> graph.node(id, Dispatching.TYPE, dispatch(), inputs, more);
            default ->
                graph.node(id, History.WORK, random.nextBoolean() ? "" : judged().replaceFirst("^,", ""), inputs, more);
        }
    }

    private String write() {
        return random.nextBoolean()
                ? "'channelName':'c','reducer':'append','ttlMs':900,'value':1"
                : "'channelName':'d','value':1";
    }

    private String settings() {
        return switch (random.nextInt(3)) {
            case 0 -> ",'settings':{'maxRetries':2,'retryDelayMs':100}";
            case 1 -> ",'settings':{'timeout':2000}";
            default -> "";
        };
    }

    private String gate() {
        return switch (random.nextInt(3)) {
            case 0 -> "'requiredApprovals':2";
            case 1 -> "'timeoutMs':2000";
            default -> "";
        };
    }

    private String dispatch() {
        return "'workers':['a','b'],'absorbs':%b,'waits':%b,'cancels':%b"
                        .formatted(random.nextBoolean(), random.nextInt(4) > 0, random.nextInt(4) > 0)
                + (random.nextBoolean() ? ",'outputMapping':{'n':'r'}" : "");
    }

    private String handOver() {
        return "'workflowId':'child','outputMapping':{'n':'r'}"
                + (random.nextBoolean() ? ",'onChildFailure':'absorb'" : "")
                + (random.nextInt(4) == 0 ? ",'waitForCompletion':false" : "")
                + (random.nextInt(4) == 0 ? ",'propagateCancellation':false" : "")
                + (random.nextInt(3) == 0 ? reviewed() : "");
    }
}

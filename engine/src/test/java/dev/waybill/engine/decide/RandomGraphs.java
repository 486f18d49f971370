package dev.waybill.engine.decide;

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
        return graph;
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
            default -> graph.node(id, History.WORK, "", inputs, more);
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
                + (random.nextInt(4) == 0 ? ",'propagateCancellation':false" : "");
    }
}

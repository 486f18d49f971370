package dev.waybill.app.demo;

import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.engine.node.Activity;
import dev.waybill.engine.node.ActivityCall;
import dev.waybill.engine.node.NodeCall;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.journal.event.RunError;
import java.util.List;
import java.util.function.Function;

/// The agents of the demo. They know everything by heart, so that the demo needs no network; the run around them is
/// as real as any.
final class DemoAgents {

    private DemoAgents() {}

    static List<Activity> all() {
        return List.of(
                agent("demo.plan", _ -> said("plan", "news, filings and prices; then facts, draft, publication")),
                new Search(),
                agent("demo.extract", _ -> said("facts", "demand +12 %, price -8 %, two new plants")),
                agent(
                        "demo.check",
                        call -> said("checked", call.config().string("what").orElse(""))),
                agent(
                        "demo.verdict",
                        _ -> new NodeResult.Done(
                                JsonObject.builder()
                                        .put("verdict", "the facts hold")
                                        .build(),
                                "output",
                                List.of(new NodeResult.Write.ToVariable("verdict", new JsonString("the facts hold"))))),
                agent(
                        "demo.write",
                        call -> said(
                                "draft",
                                "Market report: "
                                        + call.inputs().string("topic").orElse(""))),
                agent("demo.publish", _ -> said("published", "https://agents.example.com/reports/1")));
    }

    private static NodeResult said(String what, String text) {
        return NodeResult.done(JsonObject.builder().put(what, text).build());
    }

    private static Activity agent(String typeId, Function<NodeCall, NodeResult> work) {
        return new Activity() {
            @Override
            public String typeId() {
                return typeId;
            }

            @Override
            public NodeResult execute(ActivityCall call) {
                return work.apply(call.node());
            }
        };
    }

    /// Looks something up. A source may be down at first, as its configuration says; then a retry helps.
    private static final class Search implements Activity {
        @Override
        public String typeId() {
            return "demo.search";
        }

        @Override
        public NodeResult execute(ActivityCall call) {
            NodeCall node = call.node();
            String source = node.config().string("source").orElse("");
            long down = node.config().get("fails") instanceof JsonNumber number
                    ? number.asInteger().orElse(0)
                    : 0;
            if (node.attempt() <= down) {
                return new NodeResult.Failed(RunError.retryable("source_down", "the " + source + " did not answer"));
            }
            return said("found", "what the " + source + " say");
        }
    }
}

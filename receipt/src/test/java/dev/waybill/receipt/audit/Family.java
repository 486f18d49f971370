package dev.waybill.receipt.audit;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.ReceiptDraft;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/// A workflow that hands over to children and signs for it on the way out and in, as runs do.
public final class Family {

    public final History parent = History.of("parent").step("plan");
    public final List<History> children = new ArrayList<>();
    public final List<Receipt> summaries = new ArrayList<>();
    private final Receipt summary;

    /// @param children how many
    public Family(int children) {
        for (int i = 0; i < children; i++) {
            handOver("child" + i, "plan");
        }
        summary = parent.summary();
    }

    private void handOver(String name, String after) {
        String child = History.workflow(name).value();
        signed(parent, "out" + name, "hand-over-out", "child", of(child), after);
        History history = History.of(name);
        history.after(parent.now() - history.now());
        history.step(
                "begin",
                context -> context.orchestratorReceiptRef(parent.ref("out" + name)),
                draft -> draft.extension(
                        ReceiptDraft.STEP_TYPE,
                        step(
                                "child",
                                "from",
                                of(parent.id().value()).with("receipt", text(parent.ref("out" + name))))));
        history.step("work", "begin").step("check", "work");
        Receipt end = history.summary();
        children.add(history);
        summaries.add(end);
        parent.after(200);
        JsonObject back = of(child).with("summary", text(end.ref().toString()));
        signed(parent, "in" + name, "hand-over-in", "child", back, "out" + name);
    }

    /// A step that says something about another workflow.
    public static History signed(
            History history, String step, String kind, String member, JsonObject other, String... parents) {
        return history.step(
                step,
                UnaryOperator.identity(),
                draft -> draft.extension(ReceiptDraft.STEP_TYPE, step(kind, member, other)),
                parents);
    }

    public static JsonObject step(String kind, String member, JsonObject other) {
        return JsonObject.builder().put("kind", kind).put(member, other).build();
    }

    public static JsonObject of(String workflow) {
        return JsonObject.builder().put("workflow_id", workflow).build();
    }

    public static JsonString text(String value) {
        return new JsonString(value);
    }

    public List<String> parentTexts() {
        return parent.with(summary);
    }

    public List<String> texts() {
        List<String> all = new ArrayList<>(parentTexts());
        for (int i = 0; i < children.size(); i++) {
            all.addAll(children.get(i).with(summaries.get(i)));
        }
        return all;
    }
}

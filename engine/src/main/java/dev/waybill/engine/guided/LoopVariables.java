package dev.waybill.engine.guided;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.workflow.guided.GuidedWorkflow;
import dev.waybill.workflow.guided.LoopStep;
import dev.waybill.workflow.guided.LoopStep.Rule;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Lays a loop's variables over the context. They are never stored: the position says what they are.
final class LoopVariables {

    private LoopVariables() {}

    /// The context as conditions and prompts of the pending step see it.
    static JsonObject over(JsonObject context, GuidedWorkflow workflow, List<LoopFrame> frames) {
        JsonObject seen = context;
        List<LoopStep> loops = Steps.loops(workflow, frames);
        for (int depth = 0; depth < loops.size(); depth++) {
            seen = over(seen, loops.get(depth), frames.get(depth).iteration());
        }
        return seen;
    }

    static JsonObject over(JsonObject context, LoopStep loop, int iteration) {
        Map<String, JsonValue> members = new LinkedHashMap<>(context.members());
        members.put(loop.iterationVar(), JsonNumber.of(iteration + 1L));
        if (loop.rule() instanceof Rule.ForEach each) {
            members.put(each.indexVar(), JsonNumber.of(iteration));
            // Without the item, a variable of the same name from around the loop would show through.
            members.remove(each.itemVar());
            if (context.get(each.itemsVar()) instanceof JsonArray items && iteration < items.size()) {
                members.put(each.itemVar(), items.get(iteration));
            }
        }
        return new JsonObject(members);
    }
}

package dev.waybill.workflow.guided;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import java.util.ArrayList;
import java.util.List;

/// The steps that follow a step because it says `verification`, `audit` or `synthesis`: real ones, right behind it and
/// under the same condition.
final class ExtraSteps {

    private static final List<String> DELEGATION =
            List.of("workflowId", "goal", "contextMapping", "args", "modelTier", "allowedTools");
    private static final List<String> KEPT =
            List.of("runCondition", "agentRole", "guidance", "requireConfirmation", "notesOptional", "promptBlocks");

    private ExtraSteps() {}

    static List<JsonObject> of(JsonObject step) {
        List<JsonObject> extras = new ArrayList<>();
        for (String name : SourceReader.EXTRAS) {
            JsonValue value = step.get(name);
            if (value != null && value != JsonBool.FALSE) {
                JsonObject extra = value instanceof JsonObject object ? object : asObject(value);
                extras.add(extra(step, name, extra));
            }
        }
        return extras;
    }

    private static JsonObject asObject(JsonValue value) {
        return value instanceof JsonString ? JsonObject.of("prompt", value) : JsonObject.EMPTY;
    }

    private static JsonObject extra(JsonObject step, String name, JsonObject extra) {
        String title = step.string("title").orElse("");
        var built = JsonObject.builder()
                .put("id", Compilation.id(step) + "__" + name)
                .put("title", extra.string("title").orElse(heading(name) + ": " + title));
        if (!extra.has("promptBlocks")) {
            built.put("prompt", extra.string("prompt").orElseGet(() -> usual(name, title)));
        }
        if (!extra.has("runCondition")) {
            built.putIfPresent("runCondition", step.get("runCondition"));
        }
        KEPT.forEach(member -> built.putIfPresent(member, extra.get(member)));
        if (extra.has("workflowId")) {
            var delegation = JsonObject.builder();
            DELEGATION.forEach(member -> delegation.putIfPresent(member, extra.get(member)));
            built.put("parallelDelegations", JsonArray.of(delegation.build()));
        }
        return built.build();
    }

    private static String heading(String name) {
        return switch (name) {
            case "verification" -> "Verification";
            case "audit" -> "Audit";
            default -> "Synthesis";
        };
    }

    private static String usual(String name, String title) {
        return switch (name) {
            case "verification" -> """
                Verify the result of the step "%s" before you go on.

                - Check each claim against something you can look at: a file, a command's output, a source.
                - Say what you checked and what you found. A claim without evidence counts as open.
                - Mend what is wrong now, or name it as open.""".formatted(title);
            case "audit" -> """
                Audit how the step "%s" was done.

                - Compare what was asked with what was delivered, point by point.
                - Name what was skipped, assumed or done differently, and why.
                - End with a verdict: accepted, accepted with reservations, or to be repeated.""".formatted(title);
            default -> """
                Bring the results of the step "%s" together.

                - Put what agrees into one statement, and keep what disagrees visible.
                - Decide where you can, with the reason; otherwise say what would decide it.
                - Leave one text that the following steps can rely on.""".formatted(title);
        };
    }
}

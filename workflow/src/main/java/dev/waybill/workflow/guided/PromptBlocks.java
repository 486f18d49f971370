package dev.waybill.workflow.guided;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/// Writes the blocks of a prompt as one text, in a fixed order.
final class PromptBlocks {

    private PromptBlocks() {}

    static String text(JsonObject blocks, Collection<String> features) {
        List<String> sections = new ArrayList<>();
        JsonValue goal = blocks.get("goal");
        if (goal != null) {
            sections.add("## Goal\n" + value(goal));
        }
        List<String> constraints = lines(blocks, "constraints", features);
        if (!constraints.isEmpty()) {
            sections.add("## Constraints\n" + bullets(constraints));
        }
        List<String> procedure = lines(blocks, "procedure", features);
        if (!procedure.isEmpty()) {
            sections.add("## Procedure\n" + numbered(procedure));
        }
        JsonObject output = blocks.object("outputRequired").orElse(JsonObject.EMPTY);
        if (!output.isEmpty()) {
            sections.add("## Output Required\n"
                    + output.members().entrySet().stream()
                            .map(it -> "- **" + it.getKey() + "**: " + value(it.getValue()))
                            .collect(Collectors.joining("\n")));
        }
        List<String> verify = lines(blocks, "verify", features);
        if (!verify.isEmpty()) {
            sections.add("## Verify\n" + bullets(verify));
        }
        return String.join("\n\n", sections);
    }

    private static List<String> lines(JsonObject blocks, String section, Collection<String> features) {
        List<String> lines = new ArrayList<>();
        blocks.array(section).ifPresent(it -> it.forEach(line -> lines.add(value(line))));
        features.forEach(feature -> lines.addAll(SharedTexts.additions(feature, section)));
        return lines;
    }

    private static String bullets(List<String> lines) {
        return lines.stream().map(it -> "- " + it).collect(Collectors.joining("\n"));
    }

    private static String numbered(List<String> lines) {
        List<String> numbered = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            numbered.add((i + 1) + ". " + lines.get(i));
        }
        return String.join("\n", numbered);
    }

    private static String value(JsonValue value) {
        return switch (value) {
            case JsonString(var text) -> text;
            case JsonArray parts ->
                parts.items().stream().map(PromptBlocks::value).collect(Collectors.joining());
            case JsonObject part ->
                part.string("refId")
                        .flatMap(SharedTexts::ref)
                        .orElseGet(() -> part.string("text").orElse(""));
            default -> "";
        };
    }
}

package dev.waybill.runtime.guided;

import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.base.json.JsonWriter;
import java.util.List;

/// An answer in words: what to do, then everything else of it as one line of JSON, with both tokens ready to be copied.
/// The prompt stands there once, as plain Markdown; this is what most clients hand to their model.
final class AnswerText {

    static final String UNBLOCK =
            "fix what is listed and call workflow_advance again with the same stateToken and ackToken";
    static final String RETURN =
            "the earlier branch is untouched: to continue there, use the last tokens that it gave you";

    private static final List<String> IN_WORDS = List.of("blocked", "soFar", "warnings");

    private final JsonObject answer;
    private final StringBuilder text = new StringBuilder();

    private AnswerText(JsonObject answer) {
        this.answer = answer;
    }

    static String of(JsonObject answer) {
        return new AnswerText(answer).write();
    }

    private String write() {
        JsonObject lineage = answer.object("lineage").orElse(null);
        if (lineage != null) {
            line(
                    lineage.get("sameRun") == JsonBool.TRUE
                            ? "This is a new branch of the run: the step had already been acknowledged with other content."
                            : "This is a new run from that step: "
                                    + lineage.string("fromRunId").orElse("its run") + " had ended.");
            line("Note: " + RETURN + ".").line("");
        }
        answer.object("soFar").ifPresent(soFar -> SoFar.write(text, soFar));
        JsonObject blocked = answer.object("blocked").orElse(null);
        if (blocked != null) {
            blocked(blocked);
        } else if (answer.get("isComplete") == JsonBool.TRUE) {
            line("The workflow is complete. There is nothing left to acknowledge.");
            line("Keep the stateToken in case you want to go back.");
            rest();
        } else {
            step(answer.object("pending").orElseThrow());
        }
        answer.array("warnings").ifPresent(warnings -> warnings.forEach(this::warning));
        return text.toString().strip() + "\n";
    }

    private void step(JsonObject pending) {
        line("# " + pending.string("title").orElse("")).line("");
        line(pending.string("prompt").orElse("").strip()).line("").line("---");
        line("When this step is done, call workflow_advance with this stateToken and ackToken:");
        rest();
    }

    private void blocked(JsonObject blocked) {
        line("The step is not accepted yet. Nothing is lost; " + UNBLOCK + ".").line("");
        blocked.array("reasons").ifPresent(reasons -> BlockerText.write(text, reasons));
        line("").line("The call's shape, with the same tokens:");
        fence(blocked.object("call").orElseThrow());
    }

    /// What is not told in words: the prompt and the title are.
    private void rest() {
        JsonObject rest = answer;
        for (String name : IN_WORDS) {
            rest = rest.has(name) ? rest.without(name) : rest;
        }
        if (rest.get("pending") instanceof JsonObject pending) {
            rest = rest.with("pending", pending.without("prompt").without("title"));
        }
        if (rest.get("lineage") instanceof JsonObject lineage) {
            rest = rest.with("lineage", lineage.without("next"));
        }
        fence(rest);
    }

    private void fence(JsonObject json) {
        line("```json").line(JsonWriter.compact(json)).line("```");
    }

    private void warning(JsonValue value) {
        JsonObject warning = value.asObject().orElseThrow();
        String code = warning.get("code") instanceof JsonString(var name) ? name + " " : "";
        line("").line("Note: %s%s: %s"
                .formatted(
                        code,
                        warning.string("field").orElse(""),
                        warning.string("message").orElse("")));
    }

    private AnswerText line(String line) {
        text.append(line).append('\n');
        return this;
    }
}

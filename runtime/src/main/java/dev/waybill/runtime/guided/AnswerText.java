package dev.waybill.runtime.guided;

import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.base.json.JsonWriter;

/// An answer as Markdown: what to do, then the answer itself as one line of JSON, with both tokens ready to be copied.
/// The
/// prompt stands there once, as its author wrote it.
final class AnswerText {

    static final String UNBLOCK =
            "fix what is listed and call workflow_advance again with the same stateToken and ackToken";
    static final String RETURN =
            "the earlier branch is untouched: to continue there, use the last tokens that it gave you";

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
        } else {
            JsonObject pending = answer.object("pending").orElseThrow();
            line("# " + pending.string("title").orElse("")).line("");
            line(pending.string("prompt").orElse("").strip()).line("").line("---");
        }
        answer.array("warnings").ifPresent(warnings -> warnings.forEach(this::warning));
        line(
                blocked != null
                        ? "The answer as data:"
                        : answer.get("isComplete") == JsonBool.TRUE
                                ? "Keep the stateToken in case you want to go back."
                                : "When this step is done, call workflow_advance with this stateToken and ackToken:");
        fence(text, rest());
        return text.toString().strip() + "\n";
    }

    private void blocked(JsonObject blocked) {
        line("The step is not accepted yet. Nothing is lost; " + UNBLOCK + ".").line("");
        blocked.array("reasons").ifPresent(reasons -> BlockerText.write(text, reasons));
        line("").line("The call's shape, with the same tokens:");
        fence(text, blocked.object("call").orElseThrow());
    }

    /// The answer without its long texts: prompt, title, what was done so far.
    private JsonObject rest() {
        JsonObject rest = answer.without("soFar");
        return rest.get("pending") instanceof JsonObject pending
                ? rest.with("pending", pending.without("prompt").without("title"))
                : rest;
    }

    static void fence(StringBuilder text, JsonObject json) {
        text.append("```json\n").append(JsonWriter.compact(json)).append("\n```\n");
    }

    private void warning(JsonValue value) {
        JsonObject warning = value.asObject().orElseThrow();
        String code = warning.get("code") instanceof JsonString(var name) ? name + " " : "";
        line("Note: %s%s: %s"
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

package dev.waybill.app.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import java.io.IOException;

/// The result of a tool.
///
/// @param text as it came, so that a repetition can be compared byte for byte
record Answer(String text) {

    private static final String RESULT = ",\"result\":";

    /// What a message of JSON-RPC carries.
    static Answer of(String message) throws IOException {
        int at = message.indexOf(RESULT);
        if (at < 0 || !message.endsWith("}")) {
            throw new IOException("no result: " + message);
        }
        return new Answer(message.substring(at + RESULT.length(), message.length() - 1));
    }

    JsonObject result() {
        return JsonReader.read(text, JsonLimits.DOCUMENT).asObject().orElseThrow();
    }

    JsonObject structured() {
        return result().object("structuredContent").orElseThrow(() -> new AssertionError(text));
    }

    /// The same, for one that is no error.
    Answer good() {
        assertThat(JsonBool.TRUE.equals(result().get("isError"))).as(text).isFalse();
        return this;
    }

    String stepId() {
        return structured()
                .object("pending")
                .flatMap(pending -> pending.string("stepId"))
                .orElse("(none)");
    }

    String runId() {
        return structured()
                .object("session")
                .flatMap(session -> session.string("runId"))
                .orElseThrow(() -> new AssertionError(text));
    }

    boolean isComplete() {
        return JsonBool.TRUE.equals(structured().get("isComplete"));
    }

    boolean isForked() {
        return structured()
                .object("lineage")
                .filter(lineage -> JsonBool.TRUE.equals(lineage.get("forked")))
                .isPresent();
    }

    /// The request that acknowledges what is pending, with something more.
    JsonObject acknowledged(JsonObject more) {
        JsonObject here = structured();
        JsonObject request = JsonObject.builder()
                .put("stateToken", here.string("stateToken").orElseThrow(() -> new AssertionError(text)))
                .put("ackToken", here.string("ackToken").orElseThrow(() -> new AssertionError(text)))
                .build();
        for (var member : more.members().entrySet()) {
            request = request.with(member.getKey(), member.getValue());
        }
        return request;
    }

    /// Notes, as the contract's own example sends them.
    JsonObject acknowledged(String notes) {
        return acknowledged(JsonObject.builder()
                .put("context", JsonObject.builder().put("notesMarkdown", notes).build())
                .build());
    }
}

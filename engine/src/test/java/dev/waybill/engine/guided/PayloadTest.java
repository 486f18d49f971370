package dev.waybill.engine.guided;

import static dev.waybill.engine.guided.Flows.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PayloadTest {

    @Test
    void notesAreLiftedOutOfTheContext() {
        Payload payload = Walker.payload("{\"context\": {\"notesMarkdown\": \"Done.\", \"a\": 1}}");

        assertThat(payload.notes()).isEqualTo("Done.");
        assertThat(payload.context()).isEqualTo(json("{\"a\": 1}"));
        assertThat(payload.toJson()).hasToString("{\"context\":{\"a\":1},\"notes\":\"Done.\",\"artifacts\":[]}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'context': {'notesMarkdown': 'x'}} | {'output': {'notesMarkdown': 'x'}}",
                "{'context': {'notesMarkdown': 'x'}} | {'context': {'notesMarkdown': 'x'}, 'output': {'notesMarkdown': 'x'}}",
                "{'output': {'kind': 'k', 'a': 1}} | {'output': {'artifacts': [{'a': 1.0, 'kind': 'k'}]}}",
                "{'output': {'kind': 'k', 'notesMarkdown': 'n'}} | {'output': {'artifacts': [{'kind': 'k'}], 'notesMarkdown': 'n'}}",
                "{} | {'context': {'notesMarkdown': ''}, 'output': {'artifacts': []}}",
                "{} | {'context': null, 'output': null, 'stateToken': 'st.v1.x', 'ackToken': 'ack.v1.y'}",
                "{'context': {'a': 1, 'b': 2}} | {'context': {'b': 2, 'a': 1}}",
            })
    void whatSaysTheSameHasTheSameDigest(String one, String other) {
        assertThat(read(one).digest()).isEqualTo(read(other).digest());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'context': {'notesMarkdown': 'x'}} | {'context': {'notesMarkdown': 'y'}}",
                "{'context': {'a': 1}} | {'context': {'a': 2}}",
                "{'context': {'a': null}} | {}",
                "{'output': {'kind': 'k'}} | {'output': {'artifacts': [{'kind': 'k'}, {'kind': 'k'}]}}",
            })
    void whatSaysSomethingElseHasAnotherDigest(String one, String other) {
        assertThat(read(one).digest()).isNotEqualTo(read(other).digest());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'context': 3} | invalid_field | /context",
                "{'output': []} | invalid_field | /output",
                "{'context': {'notesMarkdown': 3}} | invalid_field | /context/notesMarkdown",
                "{'output': {'artifacts': {}}} | invalid_field | /output/artifacts",
                "{'output': {'artifacts': [{'kind': 'k'}, 'x']}} | invalid_field | /output/artifacts/1",
                "{'output': {'notes': 'x'}} | unknown_field | /output/notes",
                "{'output': {'kind': 'k', 'artifacts': []}} | unknown_field | /output/artifacts",
                "{'context': {'notesMarkdown': 'x'}, 'output': {'notesMarkdown': 'y'}} | notes_conflict | /output/notesMarkdown",
                "{'context': {'__proto__': 1}} | reserved_context_key | /context/__proto__",
                "{'context': {'a': [{'constructor': 1}]}} | reserved_context_key | /context/a/0/constructor",
            })
    void whatCannotBeUsedIsRefusedByName(String request, String code, String field) {
        Blocker problem = refused(json(request.replace('\'', '"')));

        assertThat(problem.code().wire()).isEqualTo(code);
        assertThat(problem.field()).isEqualTo(field);
    }

    @Test
    void limitsAreHeldExactly() {
        assertThat(Payload.read(context(text(PayloadLimits.CONTEXT_BYTES - "{\"a\":\"\"}".length()))))
                .isInstanceOf(PayloadRead.Accepted.class);
        assertThat(refused(context(text(PayloadLimits.CONTEXT_BYTES))).code()).isEqualTo(BlockerCode.CONTEXT_TOO_LARGE);
        assertThat(Payload.read(notes(PayloadLimits.NOTES_BYTES))).isInstanceOf(PayloadRead.Accepted.class);
        assertThat(refused(notes(PayloadLimits.NOTES_BYTES + 1)).code()).isEqualTo(BlockerCode.NOTES_TOO_LARGE);
        // The context itself is one level.
        assertThat(Payload.read(context(nested(PayloadLimits.DEPTH - 1)))).isInstanceOf(PayloadRead.Accepted.class);
        assertThat(refused(context(nested(PayloadLimits.DEPTH))).code()).isEqualTo(BlockerCode.NESTED_TOO_DEEP);
    }

    @Test
    void artifactsAreLimitedInNumberAndSize() {
        assertThat(Payload.read(artifacts(PayloadLimits.ARTIFACTS, "x"))).isInstanceOf(PayloadRead.Accepted.class);
        assertThat(refused(artifacts(PayloadLimits.ARTIFACTS + 1, "x")).code())
                .isEqualTo(BlockerCode.TOO_MANY_ARTIFACTS);
        Blocker large = refused(artifacts(2, "x".repeat(PayloadLimits.ARTIFACT_BYTES)));
        assertThat(large.code()).isEqualTo(BlockerCode.ARTIFACT_TOO_LARGE);
        assertThat(large.field()).isEqualTo("/output/artifacts/0");
    }

    @Test
    void allProblemsAreListedAtOnce() {
        var read = (PayloadRead.Refused) Payload.read(
                json("{\"context\": {\"__proto__\": 1, \"notesMarkdown\": 2}, \"output\": {\"a\": 1, \"b\": 2}}"));

        assertThat(read.problems())
                .extracting(Blocker::field)
                .containsExactly("/context/notesMarkdown", "/output/a", "/output/b", "/context/__proto__");
    }

    @Test
    void aVariableThatLooksLikeProgressIsWarnedAbout() {
        var read = (PayloadRead.Accepted) Payload.read(
                json("{\"context\": {\"completed_steps\": [], \"stateToken\": \"x\", \"ticketId\": \"T\"}}"));

        assertThat(read.warnings())
                .extracting(PayloadRead.Warning::field)
                .containsExactly("/context/completed_steps", "/context/stateToken");
    }

    private static Payload read(String request) {
        return Walker.payload(request.replace('\'', '"'));
    }

    private static Blocker refused(JsonObject request) {
        PayloadRead read = Payload.read(request);
        assertThat(read).isInstanceOf(PayloadRead.Refused.class);
        return ((PayloadRead.Refused) read).problems().getFirst();
    }

    private static JsonObject context(JsonValue value) {
        return Requests.withContext("a", value);
    }

    private static JsonObject notes(int length) {
        return Requests.withNotes("x".repeat(length));
    }

    private static JsonString text(int length) {
        return new JsonString("x".repeat(length));
    }

    private static JsonValue nested(int depth) {
        JsonValue value = JsonArray.EMPTY;
        for (int i = 1; i < depth; i++) {
            value = JsonArray.of(value);
        }
        return value;
    }

    private static JsonObject artifacts(int count, String text) {
        List<JsonValue> all = Collections.nCopies(
                count, JsonObject.builder().put("kind", "k").put("text", text).build());
        return JsonObject.builder()
                .put(
                        "output",
                        JsonObject.builder()
                                .put("artifacts", new JsonArray(all))
                                .build())
                .build();
    }
}

package dev.waybill.runtime.guided;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.simulator.ModelStore;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// Calls as real models make them, from a table. Each is understood, or gets a text from which a small model can mend
/// it: what was wrong, where it belongs, and the shape of the call as it should have been. That shape is tried: with
/// its placeholders filled in, it works.
class SloppyCallsTest {

    private static final String WORKFLOWS = """
            {'id': 'free', 'name': 'Free', 'description': 'Asks for nothing', 'version': '1.0.0', 'steps': [
              {'id': 'one', 'title': 'One', 'prompt': 'First.'}, {'id': 'two', 'title': 'Two', 'prompt': 'Second.'}]}
            {'id': 'colours', 'name': 'Colours', 'description': 'Wants notes', 'version': '1.0.0', 'steps': [
              {'id': 'choose', 'title': 'Choose', 'prompt': 'Choose a colour.',
               'validationCriteria': [{'type': 'contains', 'value': 'colour', 'message': 'say which colour'}]}]}
            {'id': 'contract', 'name': 'Contract', 'description': 'Wants an artifact', 'version': '1.0.0', 'steps': [
              {'id': 'find', 'title': 'Find', 'prompt': 'Find it.', 'outputContract': {'kind': 'finding',
               'schema': {'type': 'object', 'required': ['severity'],
                 'properties': {'severity': {'enum': ['low', 'high']}}}, 'example': {'severity': 'high'}}}]}
            {'id': 'rounds', 'name': 'Rounds', 'description': 'Wants a list', 'version': '1.0.0', 'steps': [
              {'id': 'each', 'type': 'loop', 'title': 'Each', 'loop': {'type': 'forEach', 'items': 'items',
               'maxIterations': 5}, 'body': [{'id': 'item', 'title': 'Item', 'prompt': 'Do it.'}]}]}""";

    /// @param outcome `ok`, `blocked` or a code
    /// @param hasShape whether a refusal shows a call, which works once its placeholders are filled in
    private record Row(String tool, String arguments, String outcome, boolean hasShape, List<String> says) {

        static Row of(String line) {
            String[] parts = line.split(" \\| ?", -1);
            boolean hopeless = parts[2].endsWith("!");
            return new Row(
                    parts[0],
                    parts[1],
                    hopeless ? parts[2].substring(0, parts[2].length() - 1) : parts[2],
                    !hopeless,
                    Arrays.stream(parts[3].split(";"))
                            .map(String::strip)
                            .filter(it -> !it.isEmpty())
                            .toList());
        }
    }

    private final Guide guide = guide(new ModelStore(), 11);
    private final Map<String, String> values = new LinkedHashMap<>();

    SloppyCallsTest() {
        GuidedAnswer start = guide.start("free", "{}");
        GuidedAnswer next = guide.advance(start, "{}");
        pair("2", next);
        pair("0", guide.start("free", "{}"));
        pair("X", guide(new ModelStore(), 12).start("free", "{'ticketId': 'elsewhere'}"));
        pair("C", guide.start("colours", "{}"));
        pair("K", guide.start("contract", "{}"));
        GuidedAnswer end = guide.advance(guide.advance(guide.start("free", "{}"), "{}"), "{}");
        values.put("$SE", Guide.text(end, "stateToken"));
        values.put("$RUN", Guide.run(start).value());
        pair("", start);
    }

    private static Guide guide(ModelStore store, long chance) {
        Guide guide = new Guide(store, new GuidedSettings(false, List.of(ExtraTool.values())), chance);
        for (String workflow : WORKFLOWS.split("\n(?=\\{'id')", -1)) {
            guide.knows(workflow);
        }
        return guide;
    }

    private void pair(String name, GuidedAnswer answer) {
        values.put("$S" + name, Guide.text(answer, "stateToken"));
        values.put("$A" + name, Guide.text(answer, "ackToken"));
    }

    private static List<Row> rows() throws IOException {
        try (InputStream in = SloppyCallsTest.class.getResourceAsStream("sloppy-calls.txt")) {
            return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .map(Row::of)
                    .toList();
        }
    }

    @TestFactory
    Stream<DynamicTest> isUnderstoodOrSaysHowToMendIt() throws IOException {
        return rows().stream()
                .map(row -> DynamicTest.dynamicTest(
                        row.tool() + " " + row.arguments(), () -> new SloppyCallsTest().check(row)));
    }

    @Test
    void areAtLeastAsManyAsWereTriedByHand() throws IOException {
        assertThat(rows()).hasSizeGreaterThanOrEqualTo(111);
        assertThat(rows()).doesNotHaveDuplicates();
    }

    private void check(Row row) {
        JsonObject arguments = json(filled(row.arguments().replace('\'', '"')));
        GuidedAnswer answer = call(row.tool(), arguments);
        assertThat(outcome(answer)).as(answer.text()).isEqualTo(row.outcome());
        row.says().forEach(words -> assertThat(answer.text()).contains(words));
        assertThat(guide.troubles).isEmpty();
        if (answer.isError()) {
            assertThat(answer.text()).contains("What to do: ");
            mend(row, answer);
        }
        if (row.outcome().equals("blocked")) {
            String shape = answer.text()
                    .split("The call's shape, with the same tokens:\n```json\n", -1)[1]
                    .split("\n```", -1)[0];
            GuidedAnswer mended = call(row.tool(), json(shape));
            assertThat(outcome(mended)).as(shape + "\n" + mended.text()).isEqualTo("ok");
        }
    }

    /// Does what the text says, as a small model would: takes the shape, fills in what it knows.
    private void mend(Row row, GuidedAnswer answer) {
        String[] shown = answer.text().split("The call's shape: ");
        assertThat(shown).as(answer.text()).hasSize(row.hasShape() ? 2 : 1);
        if (row.hasShape()) {
            assertThat(shown[1]).startsWith("workflow_" + row.tool() + " {");
            String shape = shown[1].substring(shown[1].indexOf(' ') + 1, shown[1].indexOf('\n'))
                    .replace("st.v1.…", "$S")
                    .replace("ack.v1.…", "$A")
                    .replace("an id that workflow_list shows", "free")
                    .replace("session.runId of the other run", "$RUN")
                    .replace("pending.stepId of the other run", "one");
            GuidedAnswer mended = call(row.tool(), json(filled(shape)));
            assertThat(mended.isError()).as(shape + "\n" + mended.text()).isFalse();
        }
    }

    private String filled(String text) {
        String filled = text;
        // Longer names first: $S2 before $S.
        for (var value : values.entrySet().stream()
                .sorted((one, other) -> other.getKey().length() - one.getKey().length())
                .toList()) {
            filled = filled.replace(value.getKey(), value.getValue());
        }
        return filled;
    }

    private static String outcome(GuidedAnswer answer) {
        return answer.isError() ? Guide.code(answer) : answer.structured().has("blocked") ? "blocked" : "ok";
    }

    private GuidedAnswer call(String tool, JsonObject arguments) {
        return switch (tool) {
            case "list" -> guide.tools.list(arguments, Guide.AGENT);
            case "inspect" -> guide.tools.inspect(arguments, Guide.AGENT);
            case "start" -> guide.tools.start(arguments, Guide.AGENT);
            case "advance" -> guide.tools.advance(arguments, Guide.AGENT);
            case "resume" -> guide.tools.resume(arguments, Guide.AGENT);
            case "find" -> guide.tools.find(arguments, Guide.AGENT);
            case "checkpoint" -> guide.tools.checkpoint(arguments, Guide.AGENT);
            default -> throw new IllegalArgumentException(tool);
        };
    }

    private static JsonObject json(String text) {
        return JsonReader.readAnyNumbers(text.getBytes(StandardCharsets.UTF_8), JsonLimits.DOCUMENT)
                .asObject()
                .orElseThrow();
    }
}

package dev.waybill.runtime.guided;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonString;
import dev.waybill.testkit.Interop;
import dev.waybill.workflow.guided.Bindings;
import dev.waybill.workflow.guided.Contracts;
import dev.waybill.workflow.guided.GuidedCompiler;
import dev.waybill.workflow.guided.GuidedRead;
import dev.waybill.workflow.guided.GuidedWorkflow;
import dev.waybill.workflow.guided.Routines;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// How much an agent has to read, over a real corpus. The system that these workflows were written for sends 4.3 kB an
/// answer.
class AnswerSizeInteropTest {

    private static final String FOLDER = "workrail/workflows/";
    private static final int MOST_STEPS = 40;
    private static final int THEIRS = 4_300;

    private final Guide guide = new Guide();
    private final List<Integer> answers = new ArrayList<>();
    private final List<Integer> structures = new ArrayList<>();

    @Test
    void anAnswerIsNoLargerThanWhatItReplacesAndAnOutlineIsShort() throws IOException {
        List<Integer> outlines = new ArrayList<>();
        List<Integer> previews = new ArrayList<>();
        for (GuidedWorkflow workflow : workflows()) {
            guide.knows(workflow);
            outlines.add(bytes(inspect(workflow, "short").text()));
            previews.add(bytes(inspect(workflow, "full").text()));
            walk(workflow);
        }
        System.out.printf(
                "%d answers: mean %d bytes, largest %d (as structure: mean %d); %d outlines: mean %d, largest %d; full previews: mean %d, largest %d%n",
                answers.size(),
                mean(answers),
                max(answers),
                mean(structures),
                outlines.size(),
                mean(outlines),
                max(outlines),
                mean(previews),
                max(previews));
        assertThat(answers).hasSizeGreaterThan(100);
        assertThat(mean(answers)).isLessThan(THEIRS);
        assertThat(mean(outlines)).isLessThan(THEIRS);
    }

    private GuidedAnswer inspect(GuidedWorkflow workflow, String detail) {
        return guide.tools.inspect(
                JsonObject.builder()
                        .put("workflowId", workflow.id())
                        .put("detail", detail)
                        .build(),
                Guide.AGENT);
    }

    /// Sends notes; where more is wanted, what the text shows.
    private void walk(GuidedWorkflow workflow) {
        GuidedAnswer at = guide.start(workflow.id(), "{}");
        for (int i = 0; i < MOST_STEPS && !at.isError(); i++) {
            measured(at);
            if (at.structured().get("isComplete") == JsonBool.TRUE) {
                return;
            }
            GuidedAnswer next = guide.advance(at, "{'output': {'notesMarkdown': 'Done.'}}");
            if (next.structured().has("blocked")) {
                String shown = next.text().split("```json\n", -1)[1].split("\n```", -1)[0];
                next = guide.tools.advance(object(shown.getBytes(StandardCharsets.UTF_8)), Guide.AGENT);
            }
            if (next.structured().has("blocked")) {
                return;
            }
            at = next;
        }
    }

    private void measured(GuidedAnswer answer) {
        answers.add(bytes(new JsonString(answer.text()).toString()));
        structures.add(bytes(answer.structured().toString()));
    }

    private static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    private static int mean(List<Integer> sizes) {
        return (int) sizes.stream().mapToInt(it -> it).average().orElse(0);
    }

    private static int max(List<Integer> sizes) {
        return sizes.stream().mapToInt(it -> it).max().orElse(0);
    }

    private static List<GuidedWorkflow> workflows() throws IOException {
        try (Stream<Path> files = Files.list(Interop.path(FOLDER))) {
            List<String> names =
                    files.map(file -> file.getFileName().toString()).sorted().toList();
            List<JsonObject> routines = names.stream()
                    .filter(name -> name.startsWith("routine--"))
                    .map(name -> object(Interop.bytes(FOLDER + name)))
                    .toList();
            GuidedCompiler compiler = new GuidedCompiler(Routines.of(routines), Bindings.NONE, Contracts.bundled());
            return names.stream()
                    .map(name -> compiler.compile(object(Interop.bytes(FOLDER + name))))
                    .flatMap(read -> read instanceof GuidedRead.Ok ok ? Stream.of(ok.workflow()) : Stream.empty())
                    .toList();
        }
    }

    private static JsonObject object(byte[] json) {
        return JsonReader.readObject(json, JsonLimits.DOCUMENT);
    }
}

package dev.waybill.app.house;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.cli.Input;
import dev.waybill.app.cli.Line;
import dev.waybill.app.cli.LineAnswers;
import dev.waybill.app.cli.Lines;
import dev.waybill.app.cli.Output;
import dev.waybill.base.json.JsonObject;
import dev.waybill.testkit.Seeds;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InputTest {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    @Test
    void linesKeepTheirOrderWhateverTheirLengths() {
        Seeds.check(50, random -> {
            List<String> lines = randomLines(random);
            boolean lastEnds = random.nextBoolean();
            String text = String.join(random.nextBoolean() ? "\n" : "\r\n", lines) + (lastEnds ? "\n" : "");
            assertThat(read(stream(text))).isEqualTo(lines);
        });
    }

    @Test
    void aLineThatIsTooLongIsAnAnswerAndTheNextOneIsRead() {
        String text = "a\n" + "x".repeat(Lines.DEFAULT_BOUND) + "\n" + "x".repeat(Lines.DEFAULT_BOUND + 1) + "\n"
                + "x".repeat(5 * Lines.DEFAULT_BOUND) + "\nb";
        List<String> lines = read(stream(text));
        assertThat(lines).hasSize(5);
        assertThat(lines.get(1)).hasSize(Lines.DEFAULT_BOUND);
        assertThat(lines.subList(2, 5))
                .containsExactly("line 3 is longer than 1048576 bytes", "line 4 is longer than 1048576 bytes", "b");
    }

    @Test
    void everyLineIsAnsweredInOrderAndABadOneAlone() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 5_000; i++) {
            text.append(i).append('\n');
        }
        answers(line -> {
                    if (line.number() == 3) {
                        throw new IllegalStateException("boom");
                    }
                    return JsonObject.builder().put("line", line.number()).build();
                })
                .run(Input.open("-", environment(stream(text.toString()))), output());

        List<String> answers = out.toString(StandardCharsets.UTF_8).lines().toList();
        assertThat(answers).hasSize(5_000);
        assertThat(answers.get(0)).isEqualTo("{\"line\":1}");
        assertThat(answers.get(2)).contains("\"error\"", "\"internal\"").doesNotContain("boom");
        assertThat(answers.get(4_999)).isEqualTo("{\"line\":5000}");
    }

    @Test
    void aSenderThatWaitsForEachAnswerIsAnswered() throws Exception {
        var toCommand = new PipedOutputStream();
        var fromSender = new PipedInputStream(toCommand);
        var toSender = new PipedOutputStream();
        var answers = new PipedInputStream(toSender);
        var environment = new Environment(
                fromSender,
                Environment.stream(toSender),
                Environment.stream(out),
                new LinkedHashMap<>(),
                InstantSource.system());
        var command = CompletableFuture.runAsync(() -> answers(
                        line -> JsonObject.builder().put("line", line.number()).build())
                .run(Input.open("-", environment), new Output(environment, true)));

        for (int i = 1; i <= 3; i++) {
            toCommand.write("x\n".getBytes(StandardCharsets.UTF_8));
            toCommand.flush();
            assertThat(answers.readNBytes("{\"line\":1}\n".length())).asString().isEqualTo("{\"line\":" + i + "}\n");
        }
        toCommand.close();
        command.join();
    }

    @Test
    void numbersOfAnotherSystemHaveAnySizeAndKeepTheirSpelling() {
        String record = "{\"n\":12345678901234567890123,\"m\":1e-07}";
        assertThat(Input.open("-", environment(stream(record))).foreignObject("a record", ""))
                .hasToString(record);
        assertThatThrownBy(() -> Input.open("-", environment(stream(record))).object("a record", ""))
                .isInstanceOf(Failure.class);
        assertThatThrownBy(() -> Input.open("-", environment(stream("[]"))).foreignObject("a record", "Give one."))
                .isInstanceOf(Failure.class)
                .hasMessageContaining("expected a record");
        assertThatThrownBy(() -> Input.open("-", environment(stream("{"))).foreignObject("a record", ""))
                .isInstanceOf(Failure.class)
                .hasMessageContaining("not valid JSON at line 1, column 2");
    }

    @Test
    void whatCannotBeReadIsAFailureInWords(@TempDir Path folder) {
        Environment environment = environment(stream(""));
        assertThatThrownBy(() -> Input.open(folder.resolve("nothing").toString(), environment))
                .isInstanceOf(Failure.class)
                .hasMessageContaining("there is no file");
        assertThatThrownBy(() -> Input.open(folder.toString(), environment))
                .isInstanceOf(Failure.class)
                .hasMessageContaining("is a directory");
        assertThatThrownBy(() -> Input.open("-", environment(stream("12345"))).bytes(4))
                .isInstanceOf(Failure.class)
                .hasMessageContaining("at most 4 bytes");
        assertThat(Input.open("-", environment(stream("1234"))).bytes(4)).hasSize(4);
    }

    private static LineAnswers answers(java.util.function.Function<Line, JsonObject> question) {
        return new LineAnswers(question);
    }

    private static List<String> randomLines(Random random) {
        List<String> lines = new ArrayList<>();
        for (int i = random.nextInt(1, 200); i > 0; i--) {
            lines.add("x".repeat(random.nextInt(10) == 0 ? random.nextInt(200_000) : random.nextInt(100)) + i);
        }
        return lines;
    }

    private List<String> read(InputStream in) {
        List<String> texts = new ArrayList<>();
        try {
            Lines lines = Input.open("-", environment(in)).lines();
            for (Line line = lines.next(); line != null; line = lines.next()) {
                texts.add(
                        switch (line) {
                            case Line.Text text -> text.text();
                            case Line.TooLong tooLong -> tooLong.message();
                        });
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return texts;
    }

    private Environment environment(InputStream in) {
        return new Environment(
                in, Environment.stream(out), Environment.stream(out), new LinkedHashMap<>(), InstantSource.system());
    }

    private Output output() {
        return new Output(environment(stream("")), true);
    }

    private static InputStream stream(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }
}

package dev.waybill.app.cli;

import dev.waybill.base.json.JsonObject;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The `--lines` mode: one JSON object out for each line in, in order.
///
/// Lines are answered in batches on all cores. A batch ends when no whole line is waiting, so a program that
/// sends one line at a time is answered one line at a time.
///
/// @param question must not depend on other lines: it is asked from several threads
public record LineAnswers(Function<Line, JsonObject> question) {

    private static final int BATCH = 1024;
    private static final long BATCH_BYTES = 8 << 20;

    /// Answers every line of the input.
    public void run(Input input, Output output) {
        try {
            Lines lines = input.lines();
            for (List<Line> batch = batch(lines); !batch.isEmpty(); batch = batch(lines)) {
                // One line is the interactive case: no thread is woken for it.
                Stream<Line> stream = batch.size() == 1 ? batch.stream() : batch.parallelStream();
                stream.map(this::answer).toList().forEach(output::line);
                output.flush();
            }
        } catch (IOException e) {
            throw Failure.unreadable(input.name() + " cannot be read: " + e.getMessage(), null);
        }
    }

    private static List<Line> batch(Lines lines) throws IOException {
        List<Line> batch = new ArrayList<>();
        long bytes = 0;
        @Nullable Line line = lines.next();
        while (line != null) {
            batch.add(line);
            bytes += line instanceof Line.Text text ? text.bytes().length : 0;
            line = batch.size() < BATCH && bytes < BATCH_BYTES && lines.ready() ? lines.next() : null;
        }
        return batch;
    }

    private JsonObject answer(Line line) {
        try {
            return question.apply(line);
        } catch (RuntimeException e) {
            // One bad line must not cost the answers of the others.
            return Failure.of(e).toJson();
        }
    }
}

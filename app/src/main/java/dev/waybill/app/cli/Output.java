package dev.waybill.app.cli;

import dev.waybill.base.json.JsonValue;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.view.run.Page;
import dev.waybill.view.text.Surface;
import java.io.PrintStream;
import java.time.Instant;
import java.util.function.Consumer;

/// Where an answer goes: one line of JSON for a program, or words for a person. A command states both and
/// never asks which one is wanted.
public final class Output {

    private final PrintStream out;
    private final boolean json;

    public Output(Environment environment, boolean json) {
        this.out = environment.out();
        this.json = json;
    }

    public boolean isJson() {
        return json;
    }

    /// Shows the answer: its JSON, or what the words print.
    public void answer(JsonValue value, Consumer<PrintStream> words) {
        if (json) {
            line(value);
        } else {
            words.accept(out);
        }
    }

    /// Shows a page: its JSON, or its words. Only what is shown is asked for.
    public void page(Page page, Surface surface, Instant now) {
        if (json) {
            line(page.toJson());
        } else {
            page.print(out, surface, now);
        }
    }

    /// One JSON value on a line of its own. No flush: whoever answers a stream knows when to.
    public void line(JsonValue value) {
        byte[] bytes = JsonWriter.compactBytes(value);
        out.write(bytes, 0, bytes.length);
        out.write('\n');
    }

    /// Hands over what was written, and fails when nobody reads any more.
    public void flush() {
        if (out.checkError()) {
            throw new Failure(ExitCode.USAGE, "output_closed", "the answer could not be written", null);
        }
    }
}

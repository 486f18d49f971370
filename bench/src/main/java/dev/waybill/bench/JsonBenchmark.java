package dev.waybill.bench;

import dev.waybill.base.Digest;
import dev.waybill.base.json.Jcs;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.receipt.jws.Wire;
import java.util.function.Consumer;

/// How fast claims are read and written. No target: it shows where the time of the others goes.
final class JsonBenchmark implements Benchmark {

    @Override
    public String name() {
        return "json";
    }

    @Override
    public String question() {
        return "reading and writing a receipt's claims against one SHA-256 over the same bytes";
    }

    @Override
    public void run(Effort effort, Consumer<Figure> figures) {
        var run = new SampleRun(SampleRun.newKey(), Wire.V0_2);
        run.next();
        JsonObject claims = run.next().claims();
        byte[] bytes = JsonWriter.compactBytes(claims);
        Work yardstick = () -> Digest.of(bytes);
        measure(
                effort,
                "strict read, " + bytes.length + " bytes",
                () -> JsonReader.read(bytes, JsonLimits.RECEIPT),
                yardstick,
                figures);
        measure(effort, "compact write", () -> JsonWriter.compactBytes(claims), yardstick, figures);
        measure(effort, "canonical write (JCS)", () -> Jcs.canonicalBytes(claims), yardstick, figures);
    }

    private static void measure(Effort effort, String what, Work subject, Work yardstick, Consumer<Figure> figures) {
        figures.accept(Figure.of(what, Duel.run(effort, 1, () -> subject, () -> yardstick), Figure.INFORMATIVE));
    }
}

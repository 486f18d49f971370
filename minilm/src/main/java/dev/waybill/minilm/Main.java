package dev.waybill.minilm;

import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.embedding.onnx.allminilml6v2q.AllMiniLmL6V2QuantizedEmbeddingModel;
import dev.langchain4j.model.output.Response;
import dev.langchain4j.model.output.TokenUsage;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonValue;
import dev.waybill.base.json.JsonWriter;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Reads lines `{"type":"embed","text":…}` and answers each with its vector. It ends with its input.
public final class Main {

    private Main() {}

    public static void main(String[] arguments) throws IOException {
        // The libraries beneath fetch nothing, tell nobody, and keep what they unpack out of the user's home.
        System.setProperty("ai.djl.offline", "true");
        System.setProperty("OPT_OUT_TRACKING", "true");
        Path unpacked =
                Path.of(System.getProperty("java.io.tmpdir"), "waybill-minilm-" + System.getProperty("user.name"));
        System.setProperty("DJL_CACHE_DIR", Files.createDirectories(unpacked).toString());
        OutputStream out = new FileOutputStream(FileDescriptor.out);
        System.setOut(System.err);
        EmbeddingModel model = new AllMiniLmL6V2QuantizedEmbeddingModel(Runnable::run);
        write(out, JsonObject.builder().put("type", "ready").build());
        try (BufferedReader in = new BufferedReader(
                new InputStreamReader(new FileInputStream(FileDescriptor.in), StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                write(out, answer(model, line));
            }
        }
        Runtime.getRuntime().halt(0);
    }

    private static JsonObject answer(EmbeddingModel model, String line) {
        try {
            String text = JsonReader.read(line, JsonLimits.DOCUMENT)
                    .asObject()
                    .flatMap(asked -> asked.string("text"))
                    .orElse("");
            Response<Embedding> response = model.embed(text);
            List<JsonValue> vector = new ArrayList<>();
            for (float value : response.content().vector()) {
                vector.add(new JsonNumber(Float.toString(value)));
            }
            TokenUsage usage = response.tokenUsage();
            return JsonObject.builder()
                    .put("type", "vector")
                    .put("vector", new JsonArray(vector))
                    .put("tokens", usage == null || usage.inputTokenCount() == null ? 0 : usage.inputTokenCount())
                    .build();
        } catch (RuntimeException e) {
            return JsonObject.builder()
                    .put("type", "failed")
                    .put("message", "there is no vector of this text: " + e.getMessage())
                    .build();
        }
    }

    private static void write(OutputStream out, JsonObject message) throws IOException {
        out.write((JsonWriter.compact(message) + "\n").getBytes(StandardCharsets.UTF_8));
        out.flush();
    }
}

package dev.waybill.agents.model.cassette;

import dev.waybill.agents.model.wire.Sender;
import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonException;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonValue;
import dev.waybill.base.json.JsonWriter;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/// Writes down what a provider is asked and what it answers, one file for each exchange, without headers and without
/// secrets. An answer that nobody read to its end is not written: it would play back as something that never was.
///
/// @param folder of this provider; made when there is something to keep
public record Recorder(Sender sender, Path folder) implements Sender {

    private static final int NAME_LENGTH = 16;
    private static final String DONE = "[DONE]";

    @Override
    public Answer send(Request request) throws IOException, InterruptedException {
        Answer answer = sender.send(request);
        return new Answer(answer.status(), answer.headers(), new Tee(answer, request));
    }

    private final class Tee extends FilterInputStream {
        private final Answer answer;
        private final Request request;
        private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
        private boolean ended;
        private boolean written;

        Tee(Answer answer, Request request) {
            super(answer.body());
            this.answer = answer;
            this.request = request;
        }

        @Override
        public int read() throws IOException {
            int next = super.read();
            if (next < 0) {
                ended = true;
            } else {
                kept.write(next);
            }
            return next;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            int count = super.read(bytes, offset, length);
            if (count < 0) {
                ended = true;
            } else {
                kept.write(bytes, offset, count);
            }
            return count;
        }

        @Override
        public void close() throws IOException {
            super.close();
            String text = kept.toString(StandardCharsets.UTF_8);
            if (!written && (ended || text.strip().endsWith(DONE))) {
                written = true;
                write(request, answer, text);
            }
        }
    }

    private void write(Request request, Answer answer, String text) throws IOException {
        JsonObject cassette = JsonObject.of("recorded", "by Waybill")
                .with("interactions", JsonArray.of(interaction(request, answer, text)));
        Files.createDirectories(folder);
        byte[] bytes = (request.hide(JsonWriter.pretty(cassette)) + "\n").getBytes(StandardCharsets.UTF_8);
        String name = Digest.of(request.body()).hex().substring(0, NAME_LENGTH);
        for (int number = 1; ; number++) {
            try {
                Files.write(folder.resolve("%s-%d.json".formatted(name, number)), bytes, StandardOpenOption.CREATE_NEW);
                return;
            } catch (FileAlreadyExistsException _) {
                // The same was asked before.
            }
        }
    }

    private static JsonObject interaction(Request request, Answer answer, String text) {
        JsonObject.Builder response =
                JsonObject.builder().put("status", answer.status()).put("contentType", answer.contentType());
        JsonValue body = answer.isEventStream() ? null : json(text.getBytes(StandardCharsets.UTF_8));
        if (body == null) {
            response.put("text", CleanStream.of(text, request::hide));
        } else {
            response.put("body", body);
        }
        return JsonObject.of(
                        "request",
                        JsonObject.of("method", "POST")
                                .with("path", path(request))
                                .withIfPresent("body", json(request.body())))
                .with("response", response.build());
    }

    private static String path(Request request) {
        String query = request.address().getRawQuery();
        return request.address().getRawPath() + (query == null ? "" : "?" + query);
    }

    static @Nullable JsonValue json(byte[] bytes) {
        try {
            return JsonReader.readAnyNumbers(bytes, JsonLimits.DOCUMENT);
        } catch (JsonException _) {
            return null;
        }
    }
}

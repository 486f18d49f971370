package dev.waybill.agents.model.cassette;

import dev.waybill.agents.model.wire.NoRecording;
import dev.waybill.agents.model.wire.Sender;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Answers from recordings: the same request gets what it got when it was recorded. What was asked several times is
/// answered in that order, and then with the last answer again.
public final class Cassette implements Sender {

    private static final int OK = 200;

    private final Path folder;
    private @Nullable List<Recorded> recorded;
    private final Map<String, Integer> played = new LinkedHashMap<>();

    private record Recorded(String path, JsonValue body, JsonObject response) {}

    /// @param folder with recordings, in any depth
    public Cassette(Path folder) {
        this.folder = folder;
    }

    @Override
    public synchronized Answer send(Request request) throws IOException {
        String path = request.address().getRawPath();
        JsonValue body = bare(Recorder.json(request.body()));
        List<Recorded> same = all().stream()
                .filter(each -> each.path().equals(path) && each.body().equals(body))
                .toList();
        if (same.isEmpty()) {
            throw new NoRecording("there is no recording of this request in " + folder.getFileName());
        }
        int turn = played.merge(path + body, 1, Integer::sum);
        return answer(same.get(Math.min(turn, same.size()) - 1).response());
    }

    private static Answer answer(JsonObject response) {
        JsonValue body = response.get("body");
        String text = response.string("text").orElseGet(() -> String.valueOf(body));
        Map<String, List<String>> headers = new LinkedHashMap<>();
        headers.put("content-type", List.of(response.string("contentType").orElse("application/json")));
        int status = response.get("status") instanceof JsonNumber number
                ? (int) number.asInteger().orElse(OK)
                : OK;
        return new Answer(
                status,
                HttpHeaders.of(headers, (_, _) -> true),
                new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }

    /// Whether an answer comes in pieces is not part of the question.
    private static JsonValue bare(@Nullable JsonValue body) {
        return body instanceof JsonObject object
                ? object.without("stream").without("stream_options")
                : JsonObject.EMPTY;
    }

    private List<Recorded> all() throws IOException {
        if (recorded == null) {
            List<Recorded> found = new ArrayList<>();
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.filter(each -> each.toString().endsWith(".json"))
                        .sorted()
                        .toList()) {
                    if (Recorder.json(Files.readAllBytes(file)) instanceof JsonObject cassette) {
                        add(cassette, found);
                    }
                }
            }
            recorded = found;
        }
        return recorded;
    }

    private static void add(JsonObject cassette, List<Recorded> found) {
        for (JsonValue each : cassette.array("interactions").orElse(JsonArray.EMPTY)) {
            JsonObject interaction = each.asObject().orElse(JsonObject.EMPTY);
            JsonObject request = interaction.object("request").orElse(JsonObject.EMPTY);
            found.add(new Recorded(
                    request.string("path").orElse("").replaceFirst("\\?.*", ""),
                    bare(request.get("body")),
                    interaction.object("response").orElse(JsonObject.EMPTY)));
        }
    }
}

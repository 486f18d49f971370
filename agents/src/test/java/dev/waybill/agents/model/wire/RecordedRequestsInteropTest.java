package dev.waybill.agents.model.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.agents.model.MessageJson;
import dev.waybill.agents.model.ModelAnswer;
import dev.waybill.agents.model.ModelMessage;
import dev.waybill.agents.model.ModelRequest;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Every request that others recorded, made again from what it means: ours is the same request.
class RecordedRequestsInteropTest {

    private record Spoken(Wire wire, RecordedMeaning meaning) {}

    private static final Map<String, Spoken> BY_PATH = byPath();

    private static Map<String, Spoken> byPath() {
        Map<String, Spoken> all = new LinkedHashMap<>();
        all.put("/chat/completions", new Spoken(new OpenAiChatWire(), new ChatMeaning()));
        all.put("/responses", new Spoken(new OpenAiResponsesWire(), new ResponsesMeaning()));
        all.put("/messages", new Spoken(new AnthropicWire(), new AnthropicMeaning()));
        all.put(":generateContent", new Spoken(new GeminiWire(), new GeminiMeaning()));
        all.put(":streamGenerateContent", new Spoken(new GeminiWire(), new GeminiMeaning()));
        return all;
    }

    @Test
    void oursIsTheSameRequestWhereverOurFormHasAPlaceForIt() {
        Map<String, Integer> compared = new TreeMap<>();
        Map<String, Integer> leftOut = new TreeMap<>();
        List<String> different = new ArrayList<>();
        for (Recordings.Interaction each : Recordings.all()) {
            String path = each.path().replaceFirst("\\?.*", "");
            Spoken spoken = BY_PATH.entrySet().stream()
                    .filter(known -> path.endsWith(known.getKey()))
                    .map(Map.Entry::getValue)
                    .findFirst()
                    .orElse(null);
            if (spoken == null || each.request().isEmpty()) {
                leftOut.merge("another operation: " + path.replaceAll("(resp|conv)_\\w+", "$1_…"), 1, Integer::sum);
                continue;
            }
            try {
                compared.merge(spoken.wire().name(), 1, Integer::sum);
                different.addAll(differences(each, spoken, path));
            } catch (LeftOut e) {
                compared.merge(spoken.wire().name(), -1, Integer::sum);
                leftOut.merge(spoken.wire().name() + ": " + e.getMessage() + " (" + each + ")", 1, Integer::sum);
            }
        }
        System.out.println("requests compared: " + compared);
        leftOut.forEach((why, count) -> System.out.println("  left out " + count + "x " + why));

        assertThat(different).isEmpty();
        assertThat(compared).containsOnlyKeys("openai-chat", "openai-responses", "anthropic", "gemini");
        assertThat(compared.values().stream().mapToInt(Integer::intValue).sum())
                .as("few are left out")
                .isGreaterThan(10
                        * (int) leftOut.keySet().stream()
                                .filter(why -> !why.startsWith("another operation"))
                                .count());
    }

    private static List<String> differences(Recordings.Interaction each, Spoken spoken, String path) {
        boolean streamed = each.request().get("stream") == JsonBool.TRUE || path.contains(":stream");
        String model = each.request()
                .string("model")
                .orElseGet(() -> path.replaceFirst(".*/models/", "").replaceFirst(":.*", ""));
        ModelRequest request = spoken.meaning().of(each.request(), model);

        JsonObject body = spoken.wire().body(request, streamed);
        JsonObject ours = plain(spoken.meaning().usual(body));
        JsonObject theirs = plain(spoken.meaning().usual(each.request()));

        List<String> different = new ArrayList<>();
        Set<String> names = new LinkedHashSet<>(ours.names());
        names.addAll(theirs.names());
        for (String name : names) {
            if (!Objects.equals(ours.get(name), theirs.get(name))) {
                different.add("%s %s: ours %s, theirs %s".formatted(each, name, ours.get(name), theirs.get(name)));
            }
        }
        if (!path.endsWith(spoken.wire().path(request, streamed).replaceFirst("\\?.*", ""))) {
            different.add("%s: ours goes to %s".formatted(each, spoken.wire().path(request, streamed)));
        }
        return different;
    }

    /// What goes without saying: that a model may choose its tools itself.
    private static JsonObject plain(JsonObject body) {
        JsonValue choice = body.get("tool_choice");
        boolean auto = new JsonString("auto").equals(choice)
                || JsonObject.of("type", "auto").equals(choice);
        return auto ? body.without("tool_choice") : body;
    }

    /// The next request of a recording repeats what the model said before. Ours does, too, from the answer as we read
    /// and kept it: with every member that theirs has, signatures among them.
    @Test
    void whatAModelSaidGoesBackWithEverythingThatOthersSendBack() {
        Map<String, Integer> found = new TreeMap<>();
        Map<String, JsonArray> said = new LinkedHashMap<>();
        for (Recordings.Interaction each : Recordings.all()) {
            BY_PATH.forEach((end, spoken) -> {
                if (!each.path().replaceFirst("\\?.*", "").endsWith(end)
                        || !each.isOk()
                        || each.path().contains("/bin/")) {
                    return;
                }
                JsonArray before = said.getOrDefault(each.file() + end.replace("stream", ""), JsonArray.EMPTY);
                for (JsonObject theirs : spokenByTheModel(each.request())) {
                    boolean ours = before.items().stream().anyMatch(item -> covers(item, theirs));
                    if (ours) {
                        found.merge(spoken.wire().name(), 1, Integer::sum);
                    }
                }
                JsonArray answer = answer(each, spoken.wire());
                List<JsonValue> all = new ArrayList<>(before.items());
                all.addAll(answer.items());
                said.put(each.file() + end.replace("stream", ""), new JsonArray(all));
            });
        }
        System.out.println("what models said, found again in the next request: " + found);

        assertThat(found.get("openai-chat")).isGreaterThanOrEqualTo(8);
        assertThat(found.get("openai-responses")).isGreaterThanOrEqualTo(8);
        assertThat(found.get("anthropic")).isGreaterThanOrEqualTo(10);
        assertThat(found.get("gemini")).isGreaterThanOrEqualTo(2);
    }

    /// The pieces of an answer as our next request would have them, out of the notes that survive a crash.
    private static JsonArray answer(Recordings.Interaction each, Wire wire) {
        JsonObject body = each.response().object("body").orElse(null);
        if (body == null
                || !(body.has("choices") || body.has("output") || body.has("content") || body.has("candidates"))) {
            return JsonArray.EMPTY;
        }
        ModelRequest asked = ModelRequest.of("m", ModelMessage.user("?"));
        try {
            ModelMessage read =
                    ((ModelAnswer.Given) wire.read(asked, body)).reply().message();
            ModelMessage kept =
                    MessageJson.read(JsonArray.of(MessageJson.write(read))).getFirst();
            return Fields.array(spokenByTheModel(wire.body(ModelRequest.of("m", ModelMessage.user("?"), kept), false)));
        } catch (Unreadable _) {
            return JsonArray.EMPTY;
        }
    }

    private static List<JsonObject> spokenByTheModel(JsonObject request) {
        List<JsonObject> spoken = new ArrayList<>();
        Fields.objects(request, "messages").stream()
                .filter(message -> message.string("role").orElse("").equals("assistant"))
                .forEach(message -> {
                    if (message.get("content") instanceof JsonArray) {
                        spoken.addAll(Fields.objects(message, "content"));
                    } else {
                        spoken.add(message);
                    }
                });
        Fields.objects(request, "input").stream()
                .filter(item ->
                        !item.has("role") && !item.string("type").orElse("").endsWith("_output"))
                .forEach(spoken::add);
        Fields.objects(request, "contents").stream()
                .filter(content -> content.string("role").orElse("").equals("model"))
                .forEach(content -> spoken.addAll(Fields.objects(content, "parts")));
        return spoken;
    }

    /// Whether everything in theirs is in ours. Ids that a recorder made up are its own.
    private static boolean covers(JsonValue ours, JsonValue theirs) {
        if (ours instanceof JsonObject mine && theirs instanceof JsonObject object) {
            return object.members().entrySet().stream().allMatch(member -> {
                JsonValue value = mine.get(member.getKey());
                boolean madeUp = member.getKey().equals("id")
                        && member.getValue().asString().orElse("").startsWith("pyd_ai");
                return madeUp || (value != null && covers(value, member.getValue()));
            });
        }
        if (ours instanceof JsonArray mine && theirs instanceof JsonArray array) {
            return mine.size() == array.size()
                    && IntStream.range(0, array.size()).allMatch(i -> covers(mine.get(i), array.get(i)));
        }
        return ours.equals(theirs);
    }

    /// A provider invents members faster than anybody reads its news: whatever it adds to what a model said comes back
    /// to it, number by number as it was written.
    @Test
    void aMemberThatNobodyKnowsSurvivesTheRoundTrip() {
        JsonObject news = JsonObject.of("amount", new JsonNumber("1.50"));
        AtomicInteger tried = new AtomicInteger();
        for (Recordings.Interaction each : Recordings.all()) {
            BY_PATH.forEach((end, spoken) -> {
                JsonObject body = each.response().object("body").orElse(JsonObject.EMPTY);
                if (!each.path().replaceFirst("\\?.*", "").endsWith(end)
                        || !each.isOk()
                        || each.path().contains("/bin/")) {
                    return;
                }
                JsonObject inventive = each.response().with("body", invented(body, news));
                JsonArray back = answer(
                        new Recordings.Interaction(each.file(), each.index(), each.path(), each.request(), inventive),
                        spoken.wire());
                back.forEach(item -> {
                    assertThat(item.asObject().orElseThrow().get("x_news"))
                            .as("%s %s", each, item)
                            .isEqualTo(news);
                    tried.incrementAndGet();
                });
            });
        }
        assertThat(tried).hasValueGreaterThan(100);
    }

    private static JsonObject invented(JsonObject body, JsonObject news) {
        Map<String, JsonValue> members = new LinkedHashMap<>();
        body.members()
                .forEach((name, value) -> members.put(
                        name,
                        value instanceof JsonArray array
                                        && List.of("choices", "output", "content", "candidates", "parts")
                                                .contains(name)
                                ? Fields.array(array.items().stream()
                                        .map(item -> item instanceof JsonObject object
                                                ? invented(object, news).with("x_news", news)
                                                : item)
                                        .toList())
                                : value instanceof JsonObject object
                                                && List.of("message", "content").contains(name)
                                        ? invented(object, news).with("x_news", news)
                                        : value));
        return new JsonObject(members);
    }
}

package dev.waybill.agents.model.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.agents.TestCall;
import dev.waybill.agents.model.ModelAnswer;
import dev.waybill.agents.model.ModelCall;
import dev.waybill.agents.model.ModelListener;
import dev.waybill.agents.model.ModelMessage;
import dev.waybill.agents.model.ModelRequest;
import dev.waybill.agents.model.ModelTrouble;
import dev.waybill.agents.model.Role;
import dev.waybill.agents.model.StopReason;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// Every answer that others recorded from real providers, read whole over a socket.
class RecordedAnswersInteropTest {

    private static final Map<String, Wire> BY_PATH = Map.of(
            "/chat/completions", new OpenAiChatWire(),
            "/responses", new OpenAiResponsesWire(),
            "/messages", new AnthropicWire(),
            ":generateContent", new GeminiWire(),
            ":streamGenerateContent", new GeminiWire());

    private static FakeProvider provider;

    @BeforeAll
    static void start() {
        provider = new FakeProvider();
    }

    @AfterAll
    static void stop() {
        provider.close();
    }

    @TestFactory
    Stream<DynamicTest> eachIsReadWhole() {
        return recorded().map(each -> DynamicTest.dynamicTest(each.toString(), () -> readsWhole(each)));
    }

    @Test
    void noneIsLeftOut() {
        assertThat(recorded()).hasSizeGreaterThan(150);
    }

    private static Stream<Recordings.Interaction> recorded() {
        return Recordings.all().stream().filter(each -> wire(each) != null);
    }

    private static @Nullable Wire wire(Recordings.Interaction each) {
        String path = each.path().replaceFirst("\\?.*", "");
        return BY_PATH.entrySet().stream()
                .filter(known -> path.endsWith(known.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(null);
    }

    private static void readsWhole(Recordings.Interaction each) throws InterruptedException {
        Heard heard = new Heard();
        ModelAnswer answer = ask(each, heard);
        JsonObject body = each.response().object("body").orElse(JsonObject.EMPTY);
        if (!each.isOk()) {
            assertThat(answer)
                    .isInstanceOfSatisfying(
                            ModelAnswer.Failed.class,
                            failed -> assertThat(failed.trouble()).isEqualTo(ModelTrouble.INVALID_REQUEST));
        } else if (isNoAnswer(each, body)) {
            assertThat(answer)
                    .isInstanceOfSatisfying(
                            ModelAnswer.Failed.class,
                            failed -> assertThat(failed.trouble()).isEqualTo(ModelTrouble.UNREADABLE));
        } else {
            assertThat(answer).isInstanceOf(ModelAnswer.Given.class);
            check(each, body, ((ModelAnswer.Given) answer), heard);
        }
    }

    /// Two were recorded from a server that is no model, and some are still being made.
    private static boolean isNoAnswer(Recordings.Interaction each, JsonObject body) {
        String status = body.string("status").orElse("");
        return each.path().startsWith("/bin/") || status.equals("queued") || status.equals("in_progress");
    }

    private static void check(Recordings.Interaction each, JsonObject body, ModelAnswer.Given given, Heard heard) {
        ModelMessage message = given.reply().message();
        boolean counted =
                !body.object("usage").orElse(JsonObject.EMPTY).toString().contains("\"total_tokens\":0");
        assertThat(given.reply().usage().total() > 0).as("tokens").isEqualTo(counted);
        assertThat(given.reply().model()).isNotEmpty();
        assertThat(message.role()).isEqualTo(Role.ASSISTANT);
        if (each.isStream()) {
            assertThat(heard.text.toString()).isEqualTo(message.text());
            assertThat(heard.reasoning.toString())
                    .isEqualTo(message.reasoning().isEmpty() ? "" : heard.reasoning.toString());
        } else {
            // Nothing of what the provider sent is lost.
            assertThat(given.reply().raw()).isEqualTo(body);
            assertThat(message.text()).isEqualTo(texts(body));
        }
        message.toolCalls().forEach(call -> {
            assertThat(call.id()).isNotEmpty();
            assertThat(call.name()).isNotEmpty();
        });
        boolean calls = !message.toolCalls().isEmpty();
        assertThat(given.reply().stopReason() == StopReason.TOOL_CALLS).isEqualTo(calls);
    }

    /// What was said, found in another way than the wires find it.
    private static String texts(JsonObject body) {
        StringBuilder texts = new StringBuilder();
        Fields.objects(body, "choices")
                .forEach(choice -> texts.append(choice.object("message")
                        .flatMap(it -> it.string("content"))
                        .orElse("")));
        Fields.objects(body, "content").forEach(block -> block.string("text").ifPresent(texts::append));
        Fields.objects(body, "output").forEach(item -> {
            if (item.string("type").orElse("").equals("message")) {
                Fields.objects(item, "content")
                        .forEach(part -> part.string("text").ifPresent(texts::append));
            }
        });
        Fields.objects(body, "candidates")
                .forEach(candidate -> candidate
                        .object("content")
                        .ifPresent(content -> Fields.objects(content, "parts").forEach(part -> {
                            if (part.get("thought") == null) {
                                part.string("text").ifPresent(texts::append);
                            }
                        })));
        return texts.toString();
    }

    private static final class Heard implements ModelListener {
        private final StringBuilder text = new StringBuilder();
        private final StringBuilder reasoning = new StringBuilder();

        @Override
        public void text(String delta) {
            text.append(delta);
        }

        @Override
        public void reasoning(String delta) {
            reasoning.append(delta);
        }
    }

    private static ModelAnswer ask(Recordings.Interaction each, ModelListener listener) throws InterruptedException {
        int status = (int) Fields.count(each.response(), "status");
        provider.answers(FakeProvider.with(
                status, each.response().string("contentType").orElse("application/json"), each.body()));
        String wire = Objects.requireNonNull(wire(each)).name();
        return provider.models("{\"p\":{\"wire\":\"" + wire + "\",\"url\":\"URL\"}}", reference -> reference)
                .provider("p")
                .orElseThrow()
                .ask(ModelRequest.of("m", ModelMessage.user("?")), new ModelCall(TestCall.any(), listener, 0));
    }

    /// What a model said goes back to it as it was said: the next request of a recording has the same message in it as
    /// ours would.
    @Test
    void whatAModelThoughtGoesBackWithItsSignature() throws InterruptedException {
        int compared = 0;
        List<Recordings.Interaction> all = Recordings.on("/messages");
        for (int index = 0; index + 1 < all.size(); index++) {
            Recordings.Interaction next = all.get(index + 1);
            JsonArray said = all.get(index)
                    .response()
                    .object("body")
                    .flatMap(it -> it.array("content"))
                    .orElse(null);
            if (said == null || !next.file().equals(all.get(index).file())) {
                continue;
            }
            ModelAnswer.Given given = (ModelAnswer.Given) ask(all.get(index), ModelListener.NONE);
            JsonArray ours = new AnthropicWire()
                    .body(
                            ModelRequest.of(
                                    "m", ModelMessage.user("?"), given.reply().message()),
                            false)
                    .array("messages")
                    .orElseThrow()
                    .get(1)
                    .asObject()
                    .flatMap(it -> it.array("content"))
                    .orElseThrow();
            assertThat(ours).isEqualTo(said);
            for (JsonObject block : blocks(next)) {
                if (block.string("type").orElse("").contains("thinking")) {
                    assertThat(ours.items()).contains(block);
                    compared++;
                }
            }
        }
        assertThat(compared).isGreaterThanOrEqualTo(3);
    }

    private static List<JsonObject> blocks(Recordings.Interaction each) {
        List<JsonObject> blocks = new ArrayList<>();
        for (JsonObject message : Fields.objects(each.request(), "messages")) {
            if (message.string("role").orElse("").equals("assistant")) {
                blocks.addAll(Fields.objects(message, "content"));
            }
        }
        return blocks;
    }
}

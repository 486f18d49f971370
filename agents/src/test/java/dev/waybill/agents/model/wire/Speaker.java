package dev.waybill.agents.model.wire;

import com.sun.net.httpserver.HttpExchange;
import dev.waybill.agents.model.StopReason;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// Says something on a wire as its provider would, in one piece or in many. It takes only what it understands: a
/// request that its wire's meaning cannot be read from is refused.
final class Speaker implements FakeProvider.Answering {

    private final Says says;
    private final FakeProvider provider;

    Speaker(Says says, FakeProvider provider) {
        this.says = says;
        this.provider = provider;
    }

    @Override
    public void answer(HttpExchange exchange) throws IOException {
        JsonObject body = FakeProvider.object(provider.seen().getLast().body());
        boolean streamed = body.get("stream") == JsonBool.TRUE;
        String path = exchange.getRequestURI().getPath();
        String answer;
        try {
            answer = switch (path) {
                case "/v1/messages" -> {
                    new AnthropicMeaning().of(body, "m");
                    yield streamed
                            ? anthropicStream()
                            : anthropic(blocks(), stop("end_turn", "tool_use", "max_tokens"));
                }
                case "/v1/chat/completions" -> {
                    new ChatMeaning().of(body, "m");
                    yield streamed ? chatStream() : chat();
                }
                case "/v1/responses" -> {
                    new ResponsesMeaning().of(body, "m");
                    yield streamed ? responsesStream() : responses(items());
                }
                default -> throw new LeftOut("no such path " + path);
            };
        } catch (LeftOut e) {
            FakeProvider.json(400, "{\"error\":{\"message\":\"" + e.getMessage() + "\"}}")
                    .answer(exchange);
            return;
        }
        (streamed ? FakeProvider.stream(answer) : FakeProvider.json(200, answer)).answer(exchange);
    }

    private String stop(String end, String tools, String length) {
        return switch (says.stop()) {
            case TOOL_CALLS -> tools;
            case MAX_TOKENS -> length;
            case REFUSAL -> "refusal";
            default -> end;
        };
    }

    private static String quoted(String text) {
        return new JsonString(text).toString();
    }

    /// A text in pieces, and the pieces of a call's arguments.
    private static List<String> pieces(String text) {
        List<String> pieces = new ArrayList<>();
        for (int i = 0; i < text.length(); i += 3) {
            pieces.add(text.substring(i, Math.min(text.length(), i + 3)));
        }
        return pieces;
    }

    private List<String> blocks() {
        List<String> blocks = new ArrayList<>();
        if (!says.text().isEmpty()) {
            blocks.add("{\"type\":\"text\",\"text\":%s}".formatted(quoted(says.text())));
        }
        says.calls()
                .forEach(call -> blocks.add("{\"type\":\"tool_use\",\"id\":\"%s\",\"name\":\"%s\",\"input\":%s}"
                        .formatted(call.id(), call.name(), call.arguments())));
        return blocks;
    }

    private String anthropic(List<String> content, String stop) {
        return "{\"id\":\"msg_1\",\"type\":\"message\",\"role\":\"assistant\",\"model\":\"claude-x\",\"content\":%s,\"stop_reason\":%s,\"stop_sequence\":null,\"usage\":{\"input_tokens\":%d,\"cache_read_input_tokens\":%d,\"cache_creation_input_tokens\":0,\"output_tokens\":%d}}"
                .formatted(
                        content,
                        stop.isEmpty() ? "null" : quoted(stop),
                        says.input() - says.cached(),
                        says.cached(),
                        says.output());
    }

    private String anthropicStream() {
        StringBuilder stream = new StringBuilder();
        event(stream, "message_start", "\"message\":" + anthropic(List.of(), ""));
        int index = 0;
        if (!says.text().isEmpty()) {
            event(stream, "content_block_start", "\"index\":0,\"content_block\":{\"type\":\"text\",\"text\":\"\"}");
            pieces(says.text())
                    .forEach(piece -> event(
                            stream,
                            "content_block_delta",
                            "\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":" + quoted(piece) + "}"));
            event(stream, "content_block_stop", "\"index\":0");
            index++;
        }
        for (Says.Call call : says.calls()) {
            String at = "\"index\":" + index++;
            event(
                    stream,
                    "content_block_start",
                    at
                            + ",\"content_block\":{\"type\":\"tool_use\",\"id\":\"%s\",\"name\":\"%s\",\"input\":{}}"
                                    .formatted(call.id(), call.name()));
            pieces(call.arguments())
                    .forEach(piece -> event(
                            stream,
                            "content_block_delta",
                            at + ",\"delta\":{\"type\":\"input_json_delta\",\"partial_json\":" + quoted(piece) + "}"));
            event(stream, "content_block_stop", at);
        }
        event(
                stream,
                "message_delta",
                "\"delta\":{\"stop_reason\":\"%s\",\"stop_sequence\":null},\"usage\":{\"output_tokens\":%d}"
                        .formatted(stop("end_turn", "tool_use", "max_tokens"), says.output()));
        event(stream, "message_stop", "");
        return stream.toString();
    }

    private static void event(StringBuilder stream, String type, String members) {
        stream.append("event: %s\ndata: {\"type\":\"%s\"%s%s}\n\n"
                .formatted(type, type, members.isEmpty() ? "" : ",", members));
    }

    private String usage(String read, String written) {
        return "{\"%s\":%d,\"%s_details\":{\"cached_tokens\":%d},\"%s\":%d,\"%s_details\":{\"reasoning_tokens\":0},\"total_tokens\":%d}"
                .formatted(
                        read,
                        says.input(),
                        read,
                        says.cached(),
                        written,
                        says.output(),
                        written,
                        says.input() + says.output());
    }

    private String said() {
        return says.stop() == StopReason.REFUSAL
                ? "\"content\":null,\"refusal\":" + quoted(says.text())
                : "\"content\":%s,\"refusal\":null".formatted(says.text().isEmpty() ? "null" : quoted(says.text()));
    }

    private String chat() {
        List<String> calls = new ArrayList<>();
        says.calls()
                .forEach(call -> calls.add(
                        "{\"id\":\"%s\",\"type\":\"function\",\"function\":{\"name\":\"%s\",\"arguments\":%s}}"
                                .formatted(call.id(), call.name(), quoted(call.arguments()))));
        return "{\"id\":\"chatcmpl-1\",\"object\":\"chat.completion\",\"created\":1,\"model\":\"gpt-x\",\"choices\":[{\"index\":0,\"logprobs\":null,\"finish_reason\":\"%s\",\"message\":{\"role\":\"assistant\",%s%s}}],\"usage\":%s}"
                .formatted(
                        stop("stop", "tool_calls", "length").replace("refusal", "stop"),
                        said(),
                        calls.isEmpty() ? "" : ",\"tool_calls\":" + calls,
                        usage("prompt_tokens", "completion_tokens"));
    }

    private String chatStream() {
        StringBuilder stream = new StringBuilder();
        chunk(stream, "{\"role\":\"assistant\",\"content\":\"\"}", "null");
        String member = says.stop() == StopReason.REFUSAL ? "refusal" : "content";
        pieces(says.text()).forEach(piece -> chunk(stream, "{\"%s\":%s}".formatted(member, quoted(piece)), "null"));
        for (int index = 0; index < says.calls().size(); index++) {
            Says.Call call = says.calls().get(index);
            int at = index;
            chunk(
                    stream,
                    "{\"tool_calls\":[{\"index\":%d,\"id\":\"%s\",\"type\":\"function\",\"function\":{\"name\":\"%s\",\"arguments\":\"\"}}]}"
                            .formatted(at, call.id(), call.name()),
                    "null");
            pieces(call.arguments())
                    .forEach(piece -> chunk(
                            stream,
                            "{\"tool_calls\":[{\"index\":%d,\"function\":{\"arguments\":%s}}]}"
                                    .formatted(at, quoted(piece)),
                            "null"));
        }
        chunk(stream, "{}", quoted(stop("stop", "tool_calls", "length").replace("refusal", "stop")));
        stream.append(
                "data: {\"id\":\"chatcmpl-1\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"gpt-x\",\"choices\":[],\"usage\":%s}\n\ndata: [DONE]\n\n"
                        .formatted(usage("prompt_tokens", "completion_tokens")));
        return stream.toString();
    }

    private static void chunk(StringBuilder stream, String delta, String finish) {
        stream.append(
                "data: {\"id\":\"chatcmpl-1\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"gpt-x\",\"choices\":[{\"index\":0,\"delta\":%s,\"finish_reason\":%s}],\"usage\":null}\n\n"
                        .formatted(delta, finish));
    }

    private List<String> items() {
        List<String> items = new ArrayList<>();
        if (!says.text().isEmpty()) {
            String part = says.stop() == StopReason.REFUSAL
                    ? "{\"type\":\"refusal\",\"refusal\":%s}"
                    : "{\"type\":\"output_text\",\"annotations\":[],\"logprobs\":[],\"text\":%s}";
            items.add(
                    "{\"id\":\"msg_1\",\"type\":\"message\",\"role\":\"assistant\",\"status\":\"completed\",\"content\":[%s]}"
                            .formatted(part.formatted(quoted(says.text()))));
        }
        says.calls()
                .forEach(call -> items.add(
                        "{\"id\":\"fc_%s\",\"type\":\"function_call\",\"status\":\"completed\",\"call_id\":\"%s\",\"name\":\"%s\",\"arguments\":%s}"
                                .formatted(call.id(), call.id(), call.name(), quoted(call.arguments()))));
        return items;
    }

    private String responses(List<String> items) {
        boolean cut = says.stop() == StopReason.MAX_TOKENS;
        return "{\"id\":\"resp_1\",\"object\":\"response\",\"created_at\":1,\"status\":\"%s\",\"error\":null,\"incomplete_details\":%s,\"instructions\":null,\"metadata\":{},\"model\":\"gpt-x\",\"output\":%s,\"parallel_tool_calls\":true,\"temperature\":1.0,\"tool_choice\":\"auto\",\"tools\":[],\"top_p\":1.0,\"usage\":%s}"
                .formatted(
                        cut ? "incomplete" : "completed",
                        cut ? "{\"reason\":\"max_output_tokens\"}" : "null",
                        items,
                        usage("input_tokens", "output_tokens"));
    }

    private String responsesStream() {
        StringBuilder stream = new StringBuilder();
        List<String> items = items();
        int number = 0;
        event(
                stream,
                "response.created",
                "\"sequence_number\":%d,\"response\":%s"
                        .formatted(
                                number++,
                                responses(List.of())
                                        .replace("\"completed\"", "\"in_progress\"")
                                        .replace("\"incomplete\"", "\"in_progress\"")));
        for (int index = 0; index < items.size(); index++) {
            String at = "\"output_index\":" + index;
            event(
                    stream,
                    "response.output_item.added",
                    "\"sequence_number\":%d,%s,\"item\":%s".formatted(number++, at, items.get(index)));
            boolean message = items.get(index).contains("\"msg_1\"");
            String kind = !message
                    ? "response.function_call_arguments.delta"
                    : says.stop() == StopReason.REFUSAL ? "response.refusal.delta" : "response.output_text.delta";
            String id = message
                    ? "msg_1"
                    : "fc_"
                            + says.calls()
                                    .get(index - (says.text().isEmpty() ? 0 : 1))
                                    .id();
            String text = message
                    ? says.text()
                    : says.calls().get(index - (says.text().isEmpty() ? 0 : 1)).arguments();
            for (String piece : pieces(text)) {
                event(
                        stream,
                        kind,
                        "\"sequence_number\":%d,%s,\"item_id\":\"%s\",\"content_index\":0,\"logprobs\":[],\"delta\":%s"
                                .formatted(number++, at, id, quoted(piece)));
            }
            event(
                    stream,
                    "response.output_item.done",
                    "\"sequence_number\":%d,%s,\"item\":%s".formatted(number++, at, items.get(index)));
        }
        String last = says.stop() == StopReason.MAX_TOKENS ? "response.incomplete" : "response.completed";
        event(stream, last, "\"sequence_number\":%d,\"response\":%s".formatted(number, responses(items)));
        return stream.toString();
    }
}

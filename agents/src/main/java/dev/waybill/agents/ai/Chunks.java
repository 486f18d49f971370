package dev.waybill.agents.ai;

import dev.waybill.agents.model.ModelListener;
import dev.waybill.agents.model.ModelSession;
import dev.waybill.agents.model.Pieces;
import dev.waybill.agents.model.Reply;
import dev.waybill.agents.model.Usage;
import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.node.ActivityCall;
import dev.waybill.journal.event.ModelFact.OutputChunk;
import java.util.List;

/// Hears an answer while it is made: shows it to whoever watches, and keeps the pieces of its text for the record.
final class Chunks implements ModelListener {

    /// So many are on the record of one answer.
    private static final int MOST = 100;

    private final ActivityCall call;
    private final ModelListener watchers;
    private final Pieces pieces = new Pieces(MOST);

    Chunks(ActivityCall call) {
        this.call = call;
        this.watchers = ModelSession.shown(call);
    }

    @Override
    public void text(String delta) {
        watchers.text(delta);
        pieces.add(delta);
    }

    @Override
    public void reasoning(String delta) {
        watchers.reasoning(delta);
    }

    @Override
    public void toolCall(int index, String name, String arguments) {
        watchers.toolCall(index, name, arguments);
    }

    void report(Reply reply) {
        List<String> all = all(reply.message().text());
        String node = call.node().node().id();
        all.subList(0, all.size() - 1).forEach(piece -> call.report(new OutputChunk(node, piece, false, null)));
        call.report(new OutputChunk(node, all.getLast(), true, meta(reply)));
    }

    private static JsonObject meta(Reply reply) {
        Usage usage = reply.usage();
        JsonObject meta = JsonObject.of("model", reply.model())
                .with(
                        "usage",
                        JsonObject.of("promptTokens", usage.input())
                                .with("completionTokens", usage.output())
                                .with("totalTokens", usage.total()));
        return switch (reply.stopReason()) {
            case END, STOP_SEQUENCE -> meta.with("finishReason", "stop");
            case TOOL_CALLS -> meta.with("finishReason", "tool_calls");
            case MAX_TOKENS -> meta.with("finishReason", "length");
            case REFUSAL, SAFETY -> meta.with("finishReason", "content_filter");
            case OTHER -> meta;
        };
    }

    /// A provider that told other pieces than it answered in the end is taken by its answer.
    private List<String> all(String text) {
        List<String> heard = pieces.all();
        return !heard.isEmpty() && text.equals(String.join("", heard)) ? heard : List.of(text);
    }
}

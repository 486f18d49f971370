package dev.waybill.agents.live;

import dev.waybill.agents.model.ModelListener;
import dev.waybill.agents.model.ModelSession;
import dev.waybill.agents.model.Pieces;
import dev.waybill.engine.node.ActivityCall;
import java.util.List;

/// Hears an answer while it is made: shows it to whoever watches, keeps the pieces of the reasoning for the record, and
/// hangs up on a model that does not come to an end.
final class Telling implements ModelListener {

    /// So many pieces are on the record of one answer.
    private static final int MOST_PIECES = 20;

    private final ModelListener watchers;
    private final Pieces pieces = new Pieces(MOST_PIECES);
    private final long longest;
    private long heard;

    /// @param longest so many characters are an answer
    Telling(ActivityCall call, long longest) {
        this.longest = longest;
        this.watchers = ModelSession.shown(call);
    }

    /// Said more than anybody will read.
    static final class TooLong extends RuntimeException {
        private static final long serialVersionUID = 1;

        TooLong(long longest) {
            super("the model said more than %d characters".formatted(longest), null, false, false);
        }
    }

    @Override
    public void text(String delta) {
        count(delta);
        watchers.text(delta);
    }

    @Override
    public void reasoning(String delta) {
        count(delta);
        watchers.reasoning(delta);
        pieces.add(delta);
    }

    @Override
    public void toolCall(int index, String name, String arguments) {
        count(arguments);
        watchers.toolCall(index, name, arguments);
    }

    private void count(String delta) {
        heard += delta.length();
        if (heard > longest) {
            throw new TooLong(longest);
        }
    }

    List<String> pieces() {
        return pieces.all();
    }
}

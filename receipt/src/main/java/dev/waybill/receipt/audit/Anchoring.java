package dev.waybill.receipt.audit;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import java.util.List;

/// How far somebody other than the holder of the key fixed the history, and what the holder can still do alone.
///
/// A signature proves who signed, never that nothing else was signed before. Only a copy in other hands does that.
///
/// @param anchors what others hold, as far as it fits the receipts here
/// @param keyHolderCan what a verdict of verified does not rule out, one sentence each
/// @param anybody whether anybody can do that, because the keys came with the evidence and may be anybody's
public record Anchoring(List<Anchored> anchors, List<String> keyHolderCan, boolean anybody) {

    /// Nobody else fixed anything.
    public static final Anchoring NONE = new Anchoring(
            List.of(),
            List.of(
                    "rewrite all of it before anybody else holds a copy",
                    "issue the last step again",
                    "cut the tail and sign the rest as final"),
            false);

    private static final List<String> BEHIND_AN_ANCHOR = List.of(
            "rewrite what no anchor reaches", "issue the last step again", "cut what came after the last anchor");

    private static final List<String> BEFORE_ALL = List.of("have rewritten it before it was first in other hands");

    public Anchoring {
        anchors = List.copyOf(anchors);
        keyHolderCan = List.copyOf(keyHolderCan);
    }

    /// @param all whether every workflow is anchored to its end
    static Anchoring of(List<Anchored> anchors, boolean all, boolean keysFromBundle) {
        List<String> can = anchors.isEmpty() ? NONE.keyHolderCan : all ? BEFORE_ALL : BEHIND_AN_ANCHOR;
        return new Anchoring(anchors, can, keysFromBundle);
    }

    /// All of it in one sentence; empty when there is nothing that the holder could do.
    public String sentence() {
        int last = keyHolderCan.size() - 1;
        return last < 0
                ? ""
                : (anybody ? "anybody, with keys of their own, can still " : "the holder of the key alone can still ")
                        + String.join(", ", keyHolderCan.subList(0, last))
                        + (last == 0 ? "" : ", or ")
                        + keyHolderCan.get(last);
    }

    JsonObject toJson() {
        return JsonObject.of(
                        "anchors",
                        new JsonArray(anchors.stream()
                                .<JsonValue>map(Anchored::toJson)
                                .toList()))
                .with("key_holder_can", JsonArray.ofStrings(keyHolderCan))
                .withIfPresent("anybody_can", anybody ? JsonBool.TRUE : null);
    }
}

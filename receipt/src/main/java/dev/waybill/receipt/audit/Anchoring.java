package dev.waybill.receipt.audit;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import java.util.List;

/// How far somebody other than the holder of the key fixed the history, and what the holder can still do alone.
///
/// A signature proves who signed, never that nothing else was signed before. Only a copy in other hands does that.
///
/// @param keyHolderCan what a verdict of verified does not rule out, one sentence each
public record Anchoring(List<String> keyHolderCan) {

    /// Nobody else fixed anything.
    public static final Anchoring NONE = new Anchoring(List.of(
            "rewrite all of it before anybody else holds a copy",
            "issue the last step again",
            "cut the tail and sign the rest as final"));

    public Anchoring {
        keyHolderCan = List.copyOf(keyHolderCan);
    }

    /// All of it in one sentence; empty when there is nothing that the holder could do.
    public String sentence() {
        int last = keyHolderCan.size() - 1;
        return last < 0
                ? ""
                : "the holder of the key alone can still " + String.join(", ", keyHolderCan.subList(0, last))
                        + (last == 0 ? "" : ", or ") + keyHolderCan.get(last);
    }

    JsonObject toJson() {
        return JsonObject.builder()
                .put("key_holder_can", JsonArray.ofStrings(keyHolderCan))
                .build();
    }
}

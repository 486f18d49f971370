package dev.waybill.agents.model.again;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import org.jspecify.annotations.Nullable;

/// One request of a run, sent once more.
///
/// @param sequence the event that tells what the request cost
/// @param started the event with which its node began
/// @param key names the request by what it means
/// @param then who was asked, as `provider/model`
/// @param now who was asked this time
/// @param recorded what was answered: `{"kind", "answer"}`
/// @param answered what is answered now; null when nothing was
/// @param why there is nothing to compare; null when there is
public record AskedAgain(
        long sequence,
        long started,
        String nodeId,
        String key,
        String then,
        String now,
        Likeness likeness,
        JsonObject recorded,
        @Nullable JsonObject answered,
        @Nullable String why) {

    /// One that was not sent.
    static AskedAgain unsent(long sequence, long started, String nodeId, String key, String then, JsonObject recorded) {
        return new AskedAgain(sequence, started, nodeId, key, then, then, Likeness.NOT_ASKED, recorded, null, null);
    }

    AskedAgain because(String obstacle) {
        return new AskedAgain(sequence, started, nodeId, key, then, now, likeness, recorded, answered, obstacle);
    }

    /// @param by who was asked
    AskedAgain answered(String by, Likeness alike, @Nullable JsonObject said) {
        return new AskedAgain(sequence, started, nodeId, key, then, by, alike, recorded, said, why);
    }

    /// @param showing whether what was said is for everybody who may look at the run
    public JsonObject toJson(boolean showing) {
        return JsonObject.builder()
                .put("sequence", sequence)
                .put("nodeId", nodeId)
                .put("key", key)
                .put("recordedModel", then)
                .put("askedModel", now)
                .put("likeness", likeness.wire())
                .put("recorded", shown(recorded, showing))
                .putIfPresent("answered", answered == null ? null : shown(answered, showing))
                .putIfPresent("reason", why)
                .build();
    }

    private static JsonValue shown(JsonObject said, boolean showing) {
        return showing ? said : said.without("answer");
    }
}

package dev.waybill.runtime.webhook;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import java.util.List;

/// A webhook that somebody wants.
public record WebhookDraft(String url, List<String> events, List<String> tags) {

    public WebhookDraft {
        events = List.copyOf(events);
        tags = List.copyOf(tags);
    }

    JsonObject toJson() {
        return JsonObject.of("url", url)
                .with("events", JsonArray.ofStrings(events))
                .with("tags", JsonArray.ofStrings(tags));
    }
}

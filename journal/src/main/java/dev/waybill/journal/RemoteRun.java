package dev.waybill.journal;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import java.net.URI;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A run on another host, at one of its events: what hosts tell each other when work goes from one to the other.
///
/// It is the other side's word. Only the receipts of both sides, held against each other, prove it.
///
/// @param hostId what the other host calls itself
/// @param eventId the event that led here
/// @param wellKnownUrl the other host's discovery document, where its `ancestry` is found
/// @param workflowId the `workflow_id` of its receipts
/// @param receipt its newest receipt at that moment: what is done here was done after it
public record RemoteRun(
        String hostId,
        String runId,
        @Nullable String eventId,
        @Nullable String wellKnownUrl,
        @Nullable String workflowId,
        @Nullable Digest receipt) {

    private static final int LONGEST_ID = 256;
    private static final int LONGEST_EVENT = 128;
    private static final int LONGEST_URL = 2_048;
    private static final Pattern WORKFLOW = Pattern.compile("wf_[a-zA-Z0-9_-]{20,48}");

    /// @throws IllegalArgumentException when a part is nothing that a host would be called, or find again
    public RemoteRun {
        check("hostId", hostId, LONGEST_ID);
        check("runId", runId, LONGEST_ID);
        if (eventId != null) {
            check("eventId", eventId, LONGEST_EVENT);
        }
        if (wellKnownUrl != null) {
            checkUrl(wellKnownUrl);
        }
        if (workflowId != null && !WORKFLOW.matcher(workflowId).matches()) {
            throw new IllegalArgumentException("expected workflowId to be wf_ and 20 to 48 letters or digits");
        }
    }

    private static void check(String name, String text, int longest) {
        boolean plain = text.chars().allMatch(c -> c > ' ' && c < 0x7f);
        if (text.isEmpty() || text.length() > longest || !plain) {
            throw new IllegalArgumentException(
                    "expected %s to be 1 to %d visible ASCII characters".formatted(name, longest));
        }
    }

    private static void checkUrl(String text) {
        try {
            check("wellKnownUrl", text, LONGEST_URL);
            URI url = URI.create(text);
            boolean web = "http".equals(url.getScheme()) || "https".equals(url.getScheme());
            if (web && url.getHost() != null && url.getRawUserInfo() == null) {
                return;
            }
        } catch (IllegalArgumentException e) {
            // Told below, in one way.
        }
        throw new IllegalArgumentException("expected wellKnownUrl to be an http or https address without a password");
    }

    /// The event, for who was caused by it.
    ///
    /// @param summary with which the run ended; null while it goes on, or is not shown
    public Optional<HostEvent> event(@Nullable Digest summary) {
        return Optional.ofNullable(eventId).map(id -> new HostEvent(hostId, id, workflowId, summary));
    }

    public JsonObject toJson() {
        return JsonObject.builder()
                .put("hostId", hostId)
                .put("runId", runId)
                .putIfPresent("eventId", eventId)
                .putIfPresent("wellKnownUrl", wellKnownUrl)
                .putIfPresent("workflowId", workflowId)
                .putIfPresent("receipt", receipt == null ? null : receipt.toString())
                .build();
    }

    /// @throws IllegalArgumentException when it is nothing of the kind
    public static RemoteRun of(JsonValue value) {
        JsonObject json = value.asObject()
                .orElseThrow(() -> new IllegalArgumentException("expected an object with hostId and runId"));
        return new RemoteRun(
                required(json, "hostId"),
                required(json, "runId"),
                optional(json, "eventId"),
                optional(json, "wellKnownUrl"),
                optional(json, "workflowId"),
                json.has("receipt") ? Digest.parse(required(json, "receipt")) : null);
    }

    private static String required(JsonObject json, String name) {
        return json.string(name).orElseThrow(() -> new IllegalArgumentException("expected " + name + " to be a text"));
    }

    private static @Nullable String optional(JsonObject json, String name) {
        return json.has(name) ? required(json, name) : null;
    }
}

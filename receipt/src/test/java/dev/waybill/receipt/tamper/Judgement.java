package dev.waybill.receipt.tamper;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.receipt.audit.Severity;
import dev.waybill.receipt.audit.Verdict;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a verifier has to say, given certain keys and certain anchors.
///
/// @param keys the files of trusted keys; none when the reader has none of their own
/// @param anchors the file of what others hold; null when nobody holds anything
/// @param complete what the set is said to be beside the verdict: complete, or partial
/// @param headline the sentence behind the verdict
/// @param findings the findings that decide, each with the sentence that it is told with
record Judgement(
        List<String> keys,
        @Nullable String anchors,
        boolean requireComplete,
        Verdict verdict,
        boolean complete,
        String headline,
        List<Expected> findings) {

    /// A finding that must be among those reported.
    record Expected(String code, Severity severity, String message) {

        JsonObject toJson() {
            return JsonObject.builder()
                    .put("code", code)
                    .put("severity", severity.wire())
                    .put("message", message)
                    .build();
        }
    }

    private static Judgement of(Verdict verdict, boolean complete, String headline) {
        return new Judgement(List.of(Attack.SHARED_KEYS), null, false, verdict, complete, headline, List.of());
    }

    /// All is well, and nothing is missing: either nothing was done, or nobody can see it.
    static Judgement complete(String headline) {
        return of(Verdict.VERIFIED, true, headline + ", complete");
    }

    static Judgement partial(String headline, String why) {
        return of(Verdict.VERIFIED, false, headline + ", partial: " + why);
    }

    static Judgement incomplete(String headline, String why) {
        return of(Verdict.INCOMPLETE, false, headline + ", partial: " + why);
    }

    static Judgement broken(String headline) {
        return of(Verdict.BROKEN, false, headline);
    }

    Judgement because(String code, Severity severity, String message) {
        List<Expected> more = new ArrayList<>(findings);
        more.add(new Expected(code, severity, message));
        return new Judgement(keys, anchors, requireComplete, verdict, complete, headline, List.copyOf(more));
    }

    Judgement error(String code, String message) {
        return because(code, Severity.ERROR, message);
    }

    Judgement gap(String code, String message) {
        return because(code, Severity.GAP, message);
    }

    /// Judged beside what others hold of the run of [Scene#run].
    Judgement besideTheAnchor() {
        return beside(Attack.SHARED_ANCHORS);
    }

    /// Judged beside what others hold of this attack's own run.
    Judgement besideItsAnchor() {
        return beside(Attack.ANCHORS);
    }

    private Judgement beside(String file) {
        return new Judgement(keys, file, requireComplete, verdict, complete, headline, findings);
    }

    /// Judged with keys other than those of the suite.
    Judgement withKeys(String... files) {
        return new Judgement(List.of(files), anchors, requireComplete, verdict, complete, headline, findings);
    }

    Judgement asked() {
        return new Judgement(keys, anchors, true, verdict, complete, headline, findings);
    }

    private int exitCode() {
        return switch (verdict) {
            case VERIFIED -> 0;
            case INCOMPLETE -> 1;
            case BROKEN -> 2;
        };
    }

    JsonObject toJson() {
        var json = JsonObject.builder();
        if (!keys.isEmpty()) {
            json.put("keys", keys.size() == 1 ? new JsonString(keys.getFirst()) : JsonArray.ofStrings(keys));
        }
        json.putIfPresent("anchors", anchors);
        if (requireComplete) {
            json.put("require_complete", JsonBool.TRUE);
        }
        return json.put("verdict", verdict.wire())
                .put("exit_code", exitCode())
                .put("completeness", complete ? "complete" : "partial")
                .put("headline", headline)
                .put(
                        "findings",
                        new JsonArray(findings.stream()
                                .<JsonValue>map(Expected::toJson)
                                .toList()))
                .build();
    }
}

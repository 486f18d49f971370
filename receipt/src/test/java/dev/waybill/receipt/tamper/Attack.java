package dev.waybill.receipt.tamper;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.receipt.anchor.Anchor;
import dev.waybill.receipt.audit.Keys;
import dev.waybill.receipt.key.KeySet;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// One attack: the files that somebody is shown, and what a verifier has to say about them.
///
/// What it has to say is written down here, by hand. It is never taken from the verifier that it judges.
final class Attack {

    static final String ANCHORS = "anchors.jsonl";
    static final String OWN_KEYS = "keys.json";
    static final String SHARED_KEYS = "../../keys.json";
    static final String SHARED_ANCHORS = "../../anchors.jsonl";

    /// Who attacks, which is also the folder that the attack lies in.
    enum By {
        KEY_HOLDER("key-holder"),
        OTHERS("others");

        final String folder;

        By(String folder) {
            this.folder = folder;
        }
    }

    private final By by;
    private final String name;
    private final String does;
    private final Map<String, byte[]> files = new LinkedHashMap<>();
    private final List<Judgement> judgements = new ArrayList<>();
    private String evidence = "";

    private Attack(By by, String name, String does) {
        this.by = by;
        this.name = name;
        this.does = does;
    }

    /// @param does one sentence: what is done, and what for
    static Attack byKeyHolder(String name, String does) {
        return new Attack(By.KEY_HOLDER, name, does);
    }

    static Attack byOthers(String name, String does) {
        return new Attack(By.OTHERS, name, does);
    }

    /// What the reader is shown: receipts, one a line.
    Attack shows(List<String> receipts) {
        return shows("evidence.ndjson", lines(receipts));
    }

    /// What the reader is shown: a bundle.
    Attack shows(byte[] bundle) {
        return shows("evidence.zip", bundle);
    }

    private Attack shows(String file, byte[] content) {
        evidence = file;
        files.put(file, content);
        return this;
    }

    /// What others hold, for the judgements that are made beside it.
    Attack anchored(Anchor... anchors) {
        files.put(ANCHORS, lines(List.of(anchors).stream().map(Anchor::line).toList()));
        return this;
    }

    /// Keys other than those of the suite, for the judgements that are made with them.
    Attack keys(KeySet keys) {
        return keys(OWN_KEYS, keys.toJson());
    }

    Attack keys(String file, JsonObject keys) {
        files.put(file, pretty(keys));
        return this;
    }

    Attack judged(Judgement judgement) {
        judgements.add(judgement);
        return this;
    }

    By by() {
        return by;
    }

    String path() {
        return by.folder + "/" + name;
    }

    /// All files of the attack by their path in the suite.
    Map<String, byte[]> files() {
        Map<String, byte[]> all = new LinkedHashMap<>();
        files.forEach((file, content) -> all.put(path() + "/" + file, content));
        all.put(path() + "/attack.json", pretty(toJson()));
        return all;
    }

    private JsonObject toJson() {
        return JsonObject.builder()
                .put("attack", does)
                .put("by", by.folder)
                .put("evidence", evidence)
                .put("now", Keys.NOW)
                .put(
                        "judgements",
                        new JsonArray(judgements.stream()
                                .<JsonValue>map(Judgement::toJson)
                                .toList()))
                .build();
    }

    static byte[] pretty(JsonObject json) {
        return (JsonWriter.pretty(json) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    static byte[] lines(List<String> lines) {
        return (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8);
    }
}

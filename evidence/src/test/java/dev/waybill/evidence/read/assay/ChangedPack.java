package dev.waybill.evidence.read.assay;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonException;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.evidence.canonical.AssayJcs;
import dev.waybill.evidence.write.Packs;
import dev.waybill.receipt.key.SigningKey;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.function.UnaryOperator;

/// A pack that is changed: by somebody who has no key, or by one who has and signs it again.
record ChangedPack(Path pack) {

    static boolean write(Path file, byte[] content) {
        try {
            boolean same = Arrays.equals(Files.readAllBytes(file), content)
                    || (file.endsWith("pack_manifest.json") && sameJson(Files.readAllBytes(file), content));
            Files.write(file, content);
            return same;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean sameJson(byte[] one, byte[] other) {
        try {
            return JsonReader.readAnyNumbers(one, JsonLimits.DOCUMENT)
                    .equals(JsonReader.readAnyNumbers(other, JsonLimits.DOCUMENT));
        } catch (JsonException _) {
            return false;
        }
    }

    JsonObject manifest() {
        return Packs.json(new String(read(pack.resolve("pack_manifest.json")), StandardCharsets.UTF_8));
    }

    static JsonObject attestation(JsonObject manifest) {
        return manifest.object("attestation").orElseThrow();
    }

    static JsonObject attested(JsonObject manifest, String name, JsonValue value) {
        return manifest.with("attestation", attestation(manifest).with(name, value));
    }

    static JsonArray appended(JsonObject manifest, String name, JsonValue value) {
        List<JsonValue> items =
                new ArrayList<>(manifest.array(name).orElseThrow().items());
        items.add(value);
        return new JsonArray(items);
    }

    /// Another value that the schema allows where it can.
    static JsonValue other(JsonValue value) {
        return switch (value) {
            case JsonString(var text)
            when text.matches("[0-9a-f]{64}") -> new JsonString((text.startsWith("0") ? "1" : "0") + text.substring(1));
            case JsonString(var text) -> new JsonString("x" + text);
            case JsonNumber number -> JsonNumber.of(number.asInteger().getAsLong() + 1);
            case JsonArray array -> new JsonArray(array.items().subList(0, array.size() - 1));
            case JsonObject object -> object.with("x", "y");
            default -> new JsonString("0".repeat(64));
        };
    }

    void change(UnaryOperator<JsonObject> change) {
        write(
                pack.resolve("pack_manifest.json"),
                JsonWriter.pretty(change.apply(manifest())).getBytes(StandardCharsets.UTF_8));
    }

    void resign(UnaryOperator<JsonObject> change) {
        resign(Packs.KEY, change);
    }

    void resign(SigningKey key, UnaryOperator<JsonObject> change) {
        change(manifest -> {
            JsonObject changed = change.apply(manifest);
            String root =
                    Digest.of(AssayJcs.canonicalBytes(attestation(changed))).hex();
            changed = changed.with("attestation_sha256", root).with("pack_root_sha256", root);
            byte[] signature = key.sign(
                    AssayJcs.canonicalBytes(changed.without("signature").without("pack_root_sha256")));
            write(pack.resolve("pack_signature.sig"), signature);
            return changed.with("signature", base64(signature));
        });
    }

    /// Changes receipts and makes hash, head and signature fit.
    void receipts(UnaryOperator<List<String>> change) throws IOException {
        Path file = pack.resolve("receipt_pack.jsonl");
        List<String> lines = change.apply(Files.readAllLines(file));
        Files.writeString(file, String.join("\n", lines) + "\n");
        String head =
                Digest.of(lines.getLast().getBytes(StandardCharsets.UTF_8)).hex();
        resign(manifest -> {
            List<JsonValue> files =
                    new ArrayList<>(manifest.array("files").orElseThrow().items());
            files.set(
                    0,
                    ((JsonObject) files.getFirst())
                            .with("sha256", Digest.of(read(file)).hex()));
            return attested(manifest.with("files", new JsonArray(files)), "head_hash", new JsonString(head));
        });
    }

    static JsonString base64(byte[] bytes) {
        return new JsonString(Base64.getEncoder().encodeToString(bytes));
    }

    static byte[] read(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

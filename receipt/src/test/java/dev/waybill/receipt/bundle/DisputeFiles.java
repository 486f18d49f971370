package dev.waybill.receipt.bundle;

import dev.waybill.base.Base64Url;
import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.receipt.audit.ReceiptSource;
import dev.waybill.receipt.key.KeySet;
import dev.waybill.receipt.key.SigningKey;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/// Dispute bundles taken apart and put together again, as a forger would.
final class DisputeFiles {

    static final SigningKey OTHER = SigningKey.ofSeed("other", new byte[32]);
    static final DisputeDraft DRAFT = DisputeDraft.of(
                    DisputeDraft.Kind.AUDIT,
                    "01HQXG0000TESTBUNDLE000001",
                    "https://auditor.example.com",
                    Instant.ofEpochSecond(Run.NOW))
            .about(new DisputeDraft.Ref("external", "test"));

    private DisputeFiles() {}

    static String signedByOther(String typ, String payload) {
        String header = "{\"typ\":\"" + typ + "\",\"alg\":\"EdDSA\",\"kid\":\"other\"}";
        String input = Base64Url.encode(header.getBytes(StandardCharsets.UTF_8)) + "."
                + Base64Url.encode(payload.getBytes(StandardCharsets.UTF_8));
        return input + "." + Base64Url.encode(OTHER.sign(input.getBytes(StandardCharsets.UTF_8)));
    }

    static List<String> lines(Map<String, byte[]> files) {
        return new String(files.getOrDefault("receipts.ndjson", new byte[0]), StandardCharsets.UTF_8)
                .lines()
                .toList();
    }

    /// Other receipts under a manifest that was made to fit.
    static void relist(Map<String, byte[]> files, List<String> lines) {
        byte[] content = (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8);
        String before =
                Digest.of(files.getOrDefault("receipts.ndjson", new byte[0])).toString();
        int size = files.getOrDefault("receipts.ndjson", new byte[0]).length;
        files.put("receipts.ndjson", content);
        String manifest = json(files, "manifest.json")
                .toString()
                .replace(before, Digest.of(content).toString())
                .replace("\"size\":" + size, "\"size\":" + content.length);
        files.put("manifest.json", manifest.getBytes(StandardCharsets.UTF_8));
        JsonObject fitting = json(files, "manifest.json");
        replaceManifest(files, "content_hash", DisputeManifest.contentHash(fitting));
    }

    static void replaceManifest(Map<String, byte[]> files, String member, String value) {
        JsonObject manifest = json(files, "manifest.json").with(member, value);
        files.put("manifest.json", manifest.toString().getBytes(StandardCharsets.UTF_8));
    }

    static JsonObject json(Map<String, byte[]> files, String name) {
        return JsonReader.readObject(files.getOrDefault(name, new byte[0]), JsonLimits.DOCUMENT);
    }

    static Path write(Path folder, DisputeDraft draft, Run from, KeySet keys) throws IOException {
        Path file = folder.resolve("dispute.zip");
        List<String> receipts = new ArrayList<>(from.presented);
        receipts.add(from.summary(true, false).compact());
        DisputeBundleWriter.write(file, draft, ReceiptSource.of(receipts), keys);
        return file;
    }

    static Map<String, byte[]> files(Path file) throws IOException {
        Map<String, byte[]> files = new LinkedHashMap<>();
        try (ZipInputStream in = new ZipInputStream(Files.newInputStream(file))) {
            for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                files.put(entry.getName(), in.readAllBytes());
            }
        }
        return files;
    }

    static Path zip(Path folder, Map<String, byte[]> files) throws IOException {
        Path target = folder.resolve("made.zip");
        try (FileChannel channel = FileChannel.open(
                target, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
            ZipWriter zip = new ZipWriter(channel);
            for (var entry : files.entrySet()) {
                zip.file(entry.getKey(), entry.getValue());
            }
            zip.finish();
        }
        return target;
    }
}

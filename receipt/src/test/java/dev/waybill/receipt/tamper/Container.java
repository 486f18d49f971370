package dev.waybill.receipt.tamper;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.bundle.BundleFile;
import dev.waybill.receipt.bundle.BundleKind;
import dev.waybill.receipt.bundle.BundleManifest;
import dev.waybill.receipt.bundle.ZipWriter;
import dev.waybill.receipt.key.KeySet;
import dev.waybill.receipt.workflow.WorkflowContext;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// A bundle taken apart, as a forger holds it: files that can be exchanged, under a manifest that is made to fit, or
/// not.
record Container(BundleKind kind, List<String> workflows, Map<String, byte[]> files) {

    private static final String MANIFEST = "manifest.json";

    static Container of(BundleKind kind, List<String> texts, KeySet keys) {
        List<String> receipts = new ArrayList<>();
        List<String> summaries = new ArrayList<>();
        List<String> workflows = new ArrayList<>();
        for (String text : texts) {
            Receipt receipt = Receipt.decode(text.getBytes(StandardCharsets.UTF_8));
            WorkflowContext context = receipt.workflow();
            (receipt.summary() == null ? receipts : summaries).add(text);
            if (context != null && !workflows.contains(context.workflowId().value())) {
                workflows.add(context.workflowId().value());
            }
        }
        Map<String, byte[]> files = new LinkedHashMap<>();
        files.put("receipts.ndjson", summaries(receipts));
        files.put("summaries.ndjson", summaries(summaries));
        files.put("keys.json", Attack.pretty(keys.toJson()));
        return new Container(kind, workflows, files).fitted();
    }

    private static byte[] summaries(List<String> texts) {
        return texts.isEmpty() ? new byte[0] : Attack.lines(texts);
    }

    /// One file exchanged or added, under a manifest that fits.
    Container with(String name, String content) {
        return raw(name, content).fitted();
    }

    /// One file exchanged or added, under the manifest that there was.
    Container raw(String name, String content) {
        Map<String, byte[]> changed = new LinkedHashMap<>(files);
        byte[] manifest = changed.remove(MANIFEST);
        changed.put(name, content.getBytes(StandardCharsets.UTF_8));
        if (manifest != null) {
            changed.put(MANIFEST, manifest);
        }
        return new Container(kind, workflows, changed);
    }

    Container manifest(UnaryOperator<String> edit) {
        Map<String, byte[]> changed = new LinkedHashMap<>(files);
        changed.computeIfPresent(
                MANIFEST,
                (_, text) ->
                        edit.apply(new String(text, StandardCharsets.UTF_8)).getBytes(StandardCharsets.UTF_8));
        return new Container(kind, workflows, changed);
    }

    private Container fitted() {
        Map<String, byte[]> changed = new LinkedHashMap<>(files);
        changed.remove(MANIFEST);
        List<BundleFile> listed = new ArrayList<>();
        changed.forEach((name, content) -> listed.add(new BundleFile(name, Digest.of(content), content.length)));
        long receipts = new String(changed.getOrDefault("receipts.ndjson", new byte[0]), StandardCharsets.UTF_8)
                .lines()
                .count();
        BundleManifest manifest = new BundleManifest(kind, receipts, workflows, listed);
        changed.put(MANIFEST, (JsonWriter.pretty(manifest.toJson()) + "\n").getBytes(StandardCharsets.UTF_8));
        return new Container(kind, workflows, changed);
    }

    /// As Waybill writes it.
    ///
    /// @param more files that come twice
    @SafeVarargs
    final byte[] zip(Map<String, byte[]>... more) {
        try {
            Path file = Files.createTempFile("container", ".zip");
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                ZipWriter zip = new ZipWriter(channel);
                for (var entry : files.entrySet()) {
                    zip.file(entry.getKey(), entry.getValue());
                }
                for (Map<String, byte[]> each : more) {
                    for (var entry : each.entrySet()) {
                        zip.file(entry.getKey(), entry.getValue());
                    }
                }
                zip.finish();
                return Files.readAllBytes(file);
            } finally {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// As another tool packs the same files: stored, so that every JDK writes the same bytes.
    byte[] repacked() {
        var bytes = new ByteArrayOutputStream();
        try (ZipOutputStream out = new ZipOutputStream(bytes)) {
            out.setMethod(ZipOutputStream.STORED);
            for (var file : files.entrySet()) {
                ZipEntry entry = new ZipEntry(file.getKey());
                CRC32 crc = new CRC32();
                crc.update(file.getValue());
                entry.setCrc(crc.getValue());
                entry.setSize(file.getValue().length);
                entry.setTimeLocal(java.time.LocalDateTime.of(2026, 11, 14, 0, 0));
                out.putNextEntry(entry);
                out.write(file.getValue());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }
}

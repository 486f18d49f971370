package dev.waybill.evidence.read.agentmesh;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.evidence.canonical.PythonJson;
import dev.waybill.receipt.key.SigningKey;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;

/// Sound AgentMesh data, made here, for tests that then spoil it.
final class Mesh {

    static final String EPISODE = "ep_01a1e090ee48b3afad3b7fc9";
    static final String TASK = "task_dce1224e6a59";

    private static final List<String> STATES =
            List.of("", "planned", "assigned", "running", "pr_open", "ci_pass", "review_pass", "merged");

    private Mesh() {}

    static SigningKey key(int seed) {
        byte[] bytes = new byte[32];
        Arrays.fill(bytes, (byte) seed);
        return SigningKey.ofSeed("test", bytes);
    }

    /// The transitions of one task, chained.
    static List<String> events(int count) {
        List<String> lines = new ArrayList<>();
        String previous = Sha256Hash.GENESIS;
        for (int i = 1; i <= count; i++) {
            JsonObject event = JsonObject.builder()
                    .put("event_id", "evt_%06d".formatted(i))
                    .put("seq", i)
                    .put("ts", "2026-02-25T13:42:%02d.118204+00:00".formatted(i % 60))
                    .put("kind", "TASK_TRANSITION")
                    .put("agent_id", i % 2 == 0 ? "größer 😀" : "")
                    .put(
                            "payload",
                            JsonObject.builder()
                                    .put("task_id", TASK)
                                    .put("from_state", STATES.get((i - 1) % 7))
                                    .put("to_state", STATES.get((i - 1) % 7 + 1))
                                    .put("score", new JsonNumber("1e-07"))
                                    .build())
                    .put("prev_hash", previous)
                    .build();
            previous = Sha256Hash.of(event);
            lines.add(JsonWriter.compact(event.with("event_hash", previous)));
        }
        return lines;
    }

    static List<JsonObject> weave(int count) {
        List<JsonObject> rows = new ArrayList<>();
        String previous = Sha256Hash.GENESIS;
        for (int i = 1; i <= count; i++) {
            JsonObject hashed = JsonObject.builder()
                    .put("affected_symbols", JsonArray.ofStrings(List.of("parser.py", "é")))
                    .put("capsule_id", "")
                    .put("created_at", "2026-02-25T13:42:%02d.118204+00:00".formatted(i % 60))
                    .put("episode_id", EPISODE)
                    .put("event_id", "weave_%012x".formatted(i))
                    .put("git_commit_sha", "")
                    .put("git_patch_hash", "")
                    .put("parent_event_id", "")
                    .put("prev_hash", previous)
                    .put("trace_id", TASK)
                    .build();
            previous = Sha256Hash.of(hashed);
            rows.add(hashed.with("affected_symbols", "[\"parser.py\", \"\\u00e9\"]")
                    .with("event_hash", previous)
                    .with("sequence_id", i));
        }
        return rows;
    }

    static String lines(List<JsonObject> rows) {
        StringBuilder text = new StringBuilder();
        rows.forEach(row -> text.append(new String(PythonJson.compact(row), StandardCharsets.US_ASCII))
                .append('\n'));
        return text.toString();
    }

    /// The trailers of one signed commit.
    static String trailers(SigningKey key, String patchId, List<String> files) {
        return trailers(key, payload(key, patchId, files), true);
    }

    static JsonObject payload(SigningKey key, String patchId, List<String> files) {
        byte[] point = key.verificationKey().point();
        byte[] joined = String.join("\0", files.stream().sorted().toList()).getBytes(StandardCharsets.UTF_8);
        return JsonObject.builder()
                .put("schema_version", "cwe_v1")
                .put("episode_id", EPISODE)
                .put("patch_id_stable", patchId)
                .put("files_count", files.size())
                .put("files_hash", Digest.of(joined).toString())
                .put("agent_id", "agent_dev_1")
                .put("timestamp", "2026-02-25T13:40:00.000001+00:00")
                .put(
                        "signer",
                        JsonObject.builder()
                                .put("algorithm", "ed25519")
                                .put("key_id", Witness.keyId(point))
                                .put("public_key", Base64.getUrlEncoder().encodeToString(point))
                                .build())
                .build();
    }

    static String trailers(SigningKey key, JsonObject payload, boolean chunked) {
        byte[] signed = PythonJson.compact(payload);
        String packed = Base64.getUrlEncoder().encodeToString(gzip(signed));
        StringBuilder text = new StringBuilder();
        text.append("AgentMesh-Episode: ").append(EPISODE).append('\n');
        text.append("AgentMesh-KeyID: ")
                .append(Witness.keyId(key.verificationKey().point()))
                .append('\n');
        text.append("AgentMesh-Witness: ").append(Digest.of(signed)).append('\n');
        text.append("AgentMesh-Sig: ")
                .append(Base64.getUrlEncoder().encodeToString(key.sign(signed)))
                .append('\n');
        if (chunked) {
            int count = (packed.length() + 179) / 180;
            text.append("AgentMesh-Witness-Encoding: gzip+base64url\n");
            text.append("AgentMesh-Witness-Chunk-Count: ").append(count).append('\n');
            for (int i = 0; i < count; i++) {
                text.append("AgentMesh-Witness-Chunk: ")
                        .append(packed, i * 180, Math.min(packed.length(), (i + 1) * 180))
                        .append('\n');
            }
        }
        return text.toString();
    }

    static JsonObject commit(String message, String patchId, List<String> files) {
        return JsonObject.builder()
                .put("sha", "4ef0b3e5d31d581655bdb54ed266004af1d12c85")
                .put("message", message)
                .put("files", JsonArray.ofStrings(files))
                .put("patch_id_stable", patchId)
                .build();
    }

    /// The entries of a sound pack.
    static Map<String, byte[]> pack(List<JsonObject> weave) {
        Map<String, byte[]> entries = new LinkedHashMap<>();
        entries.put(
                "capsules.jsonl",
                utf8("{\"capsule_id\":\"cap_36f87f1b3a95\",\"created_at\":\"2026-02-25T13:40:00Z\"}\n"));
        entries.put("claims_snapshot.jsonl", utf8("{\"claim_id\":\"clm_6f405c8bd6f7\"}\n"));
        entries.put("messages.jsonl", utf8(""));
        entries.put("weave_slice.jsonl", utf8(lines(weave)));
        return signed(entries, weave.size());
    }

    /// Puts the manifest that belongs to the entries before them.
    static Map<String, byte[]> signed(Map<String, byte[]> entries, int weave) {
        JsonObject manifest = JsonObject.builder()
                .put(
                        "counts",
                        JsonObject.builder()
                                .put("capsules", 1)
                                .put("claims", 1)
                                .put("messages", 0)
                                .put("weave_events", weave)
                                .build())
                .put("episode_id", EPISODE)
                .put("exported_at", "2026-02-25T14:00:00.000001+00:00")
                .put("signature", HmacSha256.hex(EPISODE, entries.values().stream()))
                .build();
        Map<String, byte[]> pack = new LinkedHashMap<>();
        pack.put("manifest.json", JsonWriter.compactBytes(manifest));
        pack.putAll(entries);
        return pack;
    }

    static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static byte[] tarGz(Map<String, byte[]> entries) {
        ByteArrayOutputStream tar = new ByteArrayOutputStream();
        entries.forEach((name, content) -> {
            tar.writeBytes(header(name, content.length));
            tar.writeBytes(content);
            tar.writeBytes(new byte[-content.length & 511]);
        });
        tar.writeBytes(new byte[1024]);
        return gzip(tar.toByteArray());
    }

    private static byte[] header(String name, int size) {
        byte[] header = new byte[512];
        put(header, 0, name);
        put(header, 100, "0000644");
        put(header, 124, "%011o".formatted(size));
        put(header, 136, "00000000000");
        put(header, 148, "        ");
        header[156] = '0';
        put(header, 257, "ustar");
        int sum = 0;
        for (byte b : header) {
            sum += b & 0xFF;
        }
        put(header, 148, "%06o\0 ".formatted(sum));
        return header;
    }

    private static void put(byte[] header, int offset, String text) {
        byte[] bytes = utf8(text);
        System.arraycopy(bytes, 0, header, offset, bytes.length);
    }

    static byte[] gzip(byte[] content) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }
}

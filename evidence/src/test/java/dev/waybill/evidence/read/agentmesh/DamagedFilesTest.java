package dev.waybill.evidence.read.agentmesh;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.evidence.Fact;
import dev.waybill.evidence.Field;
import dev.waybill.evidence.FindingCode;
import dev.waybill.evidence.Integrity.Level;
import dev.waybill.evidence.canonical.PythonJson;
import dev.waybill.evidence.read.Damage;
import dev.waybill.evidence.read.FoundRecord;
import dev.waybill.evidence.read.Gathered;
import dev.waybill.evidence.scan.Scan;
import dev.waybill.testkit.Seeds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Files of AgentMesh that were damaged on the way: whatever happened to them ends as a finding, and what holds is what
/// was signed or hashed.
class DamagedFilesTest {

    private static final List<String> FILES = List.of("a.py", "b.py");
    private static final JsonObject PAYLOAD = Mesh.payload(Mesh.key(1), "1".repeat(40), FILES);

    @TempDir
    Path folder;

    private Path write(String name, byte[] content) {
        try {
            Path file = folder.resolve(name);
            Files.createDirectories(Objects.requireNonNull(file.getParent()));
            return Files.write(file, content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path write(String name, String text) {
        return write(name, text.getBytes(StandardCharsets.UTF_8));
    }

    private Gathered scan() {
        Gathered gathered = new Gathered();
        Scan.read(List.of(folder), gathered);
        return gathered;
    }

    /// @param covered what the hash or the signature of a record is for
    private void holdsOrIsTold(int runs, Path file, Function<FoundRecord, Object> covered) {
        byte[] sound = bytes(file);
        List<Object> before = good(scan(), covered);
        assertThat(before).isNotEmpty();
        Seeds.check(runs, random -> {
            write(folder.relativize(file).toString(), Damage.of(sound, random));
            assertThat(before).containsAll(good(scan(), covered));
        });
    }

    private static List<Object> good(Gathered gathered, Function<FoundRecord, Object> covered) {
        return gathered.records.stream()
                .filter(record -> record.integrity().level() == Level.SIGNED
                        || record.integrity().level() == Level.HASHED)
                .map(covered)
                .toList();
    }

    private static byte[] bytes(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// What the witnesses of a commit say; the commit's own name is not signed.
    private static Object witnessed(FoundRecord record) {
        return List.of(
                record.content().identity().value(Field.EPISODE),
                record.content().identity().value(Field.AGENT),
                record.content().facts().string(Fact.SIGNER));
    }

    private static Object json(FoundRecord record) {
        return Gathered.json(record);
    }

    private static String message(int subject) {
        return "feat: " + subject + "\n\n" + Mesh.trailers(Mesh.key(1), PAYLOAD, true);
    }

    @Test
    void aGitLog() {
        StringBuilder log = new StringBuilder();
        for (int i = 0; i < 3; i++) {
            log.append("commit ").append("%040x".formatted(i)).append("\nAuthor: T <t@example.org>\nDate:   now\n\n");
            message(i).lines().forEach(line -> log.append("    ").append(line).append('\n'));
            log.append('\n');
        }
        holdsOrIsTold(400, write("log.txt", log.toString()), DamagedFilesTest::witnessed);
    }

    /// Damage to what is packed is mostly told by gzip. Whoever packs it anew meets the hash, then the signature.
    @Test
    void aChangedWitnessThatWasPackedAnew() {
        List<String> names = List.of("episode_id", "agent_id", "timestamp", "patch_id_stable", "files_hash");
        Seeds.check(100, random -> {
            String name = names.get(random.nextInt(names.size()));
            String said = PAYLOAD.string(name).orElseThrow();
            int at = random.nextInt(said.length());
            JsonObject changed =
                    PAYLOAD.with(name, said.substring(0, at) + (char) ('a' + random.nextInt(26)) + said.substring(at));
            String signed = Mesh.trailers(Mesh.key(1), PAYLOAD, false);
            String again =
                    random.nextBoolean() ? signed : signed.replace(Sha256Hash.of(PAYLOAD), Sha256Hash.of(changed));
            String chunk = Base64.getUrlEncoder().encodeToString(Mesh.gzip(PythonJson.compact(changed)));
            write("log.txt", "commit " + "0".repeat(40) + "\nfeat\n\n" + again + "AgentMesh-Witness-Chunk: " + chunk);
            assertThat(scan().records)
                    .singleElement()
                    .matches(record -> record.integrity().isBroken());
        });
    }

    @Test
    void commitsOneALine() {
        String line = JsonWriter.compact(Mesh.commit(message(1), "1".repeat(40), FILES));
        holdsOrIsTold(300, write("commits.jsonl", line + "\n" + line + "\n"), DamagedFilesTest::witnessed);
    }

    @Test
    void aWitnessFile() {
        writeKey();
        String name = Sha256Hash.of(PAYLOAD).substring(7) + ".json";
        holdsOrIsTold(400, write("witnesses/" + name, JsonWriter.pretty(PAYLOAD)), DamagedFilesTest::json);
    }

    @Test
    void aWitnessThatNamesAnImpossibleKey() {
        writeKey();
        JsonObject signer = JsonObject.builder().put("key_id", "../\0").build();
        JsonObject odd = PAYLOAD.with("signer", signer);
        write("witnesses/" + Sha256Hash.of(odd).substring(7) + ".json", JsonWriter.compact(odd));
        assertThat(scan().records.getLast().integrity().detail()).endsWith("(unknown key)");
    }

    @Test
    void aKey() {
        holdsOrIsTold(400, writeKey(), DamagedFilesTest::json);
    }

    private Path writeKey() {
        byte[] point = Mesh.key(1).verificationKey().point();
        byte[] encoded = new byte[44];
        System.arraycopy(point, 0, encoded, 12, 32);
        String pem = "-----BEGIN PUBLIC KEY-----\n" + Base64.getEncoder().encodeToString(encoded)
                + "\n-----END PUBLIC KEY-----\n";
        return write("keys/" + Witness.keyId(point) + ".pub", pem);
    }

    @Test
    void aDamagedKeyIsNotKnown() {
        Path key = writeKey();
        write("log.txt", "commit " + "0".repeat(40) + "\n" + message(1));
        byte[] sound = bytes(key);
        Seeds.check(100, random -> {
            write(folder.relativize(key).toString(), Damage.of(sound, random));
            boolean holds = scan().records.stream()
                    .anyMatch(record -> record.content().type().equals("PUBLIC_KEY")
                            && record.integrity().level() == Level.HASHED);
            assertThat(scan().records.getLast().integrity().detail()).contains(holds ? "(known key)" : "(unknown key)");
        });
    }

    @Test
    void rowsOfTheWeave() {
        holdsOrIsTold(
                400,
                write("weave_events.rows.jsonl", Mesh.lines(Mesh.weave(6))),
                record -> Gathered.json(record).without("sequence_id"));
    }

    @Test
    void rowsThatNobodyHashes() {
        byte[] sound = """
                {"task_id":"task_0123456789ab","title":"größer 😀","state":"merged","meta":"{\\"a\\":1e-07}","episode_id":"ep_1"}
                {"task_id":"task_0123456789ac","title":"x","state":"planned","meta":"","episode_id":null}
                """.getBytes(StandardCharsets.UTF_8);
        write("tasks.rows.jsonl", sound);
        assertThat(scan().records).hasSize(2);
        Seeds.check(400, random -> {
            write("tasks.rows.jsonl", Damage.of(sound, random));
            assertThat(scan().records).allMatch(record -> record.integrity().level() == Level.UNSIGNED);
        });
    }

    @Test
    void aCanaryBundle() {
        List<String> names = List.of("merge_decision.json", "assay_gate.json");
        write(names.getFirst(), "{\"merged_sha\":\"4ef0\",\"merged_at\":\"2026-03-19T20:15:52Z\"}");
        write(
                names.getLast(),
                "{\"schema_version\":\"1\",\"bridge_status\":\"CI_PASS\",\"correlation_id\":\"canary\"}");
        JsonObject.Builder hashes = JsonObject.builder();
        names.forEach(
                name -> hashes.put(name, Digest.of(bytes(folder.resolve(name))).hex()));
        Path manifest = write(
                "bundle_manifest.json",
                JsonWriter.compact(JsonObject.builder()
                        .put("files", hashes.build())
                        .put("episode_id", Mesh.EPISODE)
                        .put("file_count", 2)
                        .build()));
        for (String name : names) {
            byte[] sound = bytes(folder.resolve(name));
            holdsOrIsTold(200, folder.resolve(name), DamagedFilesTest::json);
            write(name, sound);
        }
        // The manifest itself is signed by nobody: it may say anything, and does no harm.
        byte[] sound = bytes(manifest);
        Seeds.check(300, random -> {
            write("bundle_manifest.json", Damage.of(sound, random));
            assertThat(scan().records).hasSizeLessThan(10);
        });
    }

    @Test
    void aGitBundle() throws Exception {
        Path work = Files.createTempDirectory("bundle");
        Path bundle = folder.resolve("repo.bundle");
        List<List<String>> commands = List.of(
                List.of("init", "--quiet", "--initial-branch=main"),
                List.of("add", "."),
                List.of("-c", "user.name=T", "-c", "user.email=t@example.org", "commit", "--quiet", "-F", "a.py"),
                List.of("bundle", "create", "--quiet", bundle.toString(), "--all"));
        Files.writeString(work.resolve("a.py"), message(1));
        for (List<String> command : commands) {
            Assumptions.assumeTrue(git(work, command), "no git here");
        }
        byte[] sound = bytes(bundle);
        // The patch is another than the witness's, so nothing here is ever right.
        assertThat(scan().codes()).containsExactly(FindingCode.HASH_MISMATCH);
        Seeds.check(15, random -> {
            write("repo.bundle", Damage.of(sound, random));
            Gathered gathered = scan();
            assertThat(good(gathered, record -> record)).isEmpty();
            assertThat(gathered.findings).isNotEmpty();
        });
    }

    private static boolean git(Path work, List<String> arguments) throws InterruptedException {
        List<String> command = new ArrayList<>(List.of("git"));
        command.addAll(arguments);
        try {
            return new ProcessBuilder(command).directory(work.toFile()).start().waitFor() == 0;
        } catch (IOException _) {
            return false;
        }
    }
}

package dev.waybill.app.command.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.house.Asked;
import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.receipt.bundle.ZipArchive;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What leaves the index in the forms of other systems, and comes back from there.
class EvidenceExportTest {

    private static final Instant NOON = Instant.parse("2026-02-25T12:00:00Z");
    private static final String CHAIN = "corr_export_1";
    private static final String EVENTS = """
            {"event_id":"evt_000001","seq":1,"ts":"2026-02-25T11:00:00+00:00","kind":"TASK_TRANSITION","agent_id":"dev_1",\
            "payload":{"task_id":"task_0123456789ab","to_state":"merged","score":0.0,"_ewp_version":"0",\
            "_ewp_correlation_id":"corr_export_1","_ewp_episode_id":"ep_1","_ewp_future_field":1e-07}}
            """;
    private static final String RECEIPTS = """
            {"receipt_id":"apply_1","type":"POLICY_APPLY","timestamp":"2026-02-25T10:00:00Z","_ewp_version":"0",\
            "_ewp_correlation_id":"corr_export_1","_ewp_origin":"ccio/guardian","lever":"BRAIN_TEMPERATURE",\
            "old_value":0.7,"new_value":0.650,"_ewp_episode_id":"ep_1"}
            {"receipt_id":"other_1","type":"POLICY_APPLY","timestamp":"2026-02-25T10:00:00Z","_ewp_version":"0",\
            "_ewp_correlation_id":"corr_other","_ewp_origin":"ccio/guardian","lever":"BRAIN_TEMPERATURE",\
            "old_value":0.7,"new_value":0.5}
            """;

    @TempDir
    Path folder;

    private final Map<String, String> variables = new LinkedHashMap<>();

    @BeforeEach
    void anIndexAndAKey() throws IOException {
        variables.put("WAYBILL_KEYS", path("keys"));
        Files.createDirectories(folder.resolve("records"));
        Files.writeString(folder.resolve("records/mesh.jsonl"), EVENTS);
        Files.writeString(folder.resolve("records/policy.jsonl"), RECEIPTS);
        index("records", "index");
        assertThat(Asked.waybill(variables, "keys", "new").code()).isEqualTo(ExitCode.YES);
    }

    private String path(String name) {
        return folder.resolve(name).toString();
    }

    private Asked waybill(String... words) {
        List<String> all = new ArrayList<>(List.of("evidence"));
        all.addAll(Arrays.asList(words));
        return Asked.waybill(variables, InstantSource.fixed(NOON), new byte[0], all.toArray(String[]::new));
    }

    private Asked index(String source, String index) {
        return waybill("index", path(source), "--index", path(index));
    }

    private Asked export(String... words) {
        List<String> all = new ArrayList<>(List.of("export", "--index", path("index"), "--json"));
        all.addAll(Arrays.asList(words));
        return waybill(all.toArray(String[]::new));
    }

    /// The records of a chain, by id, with their type.
    private List<String> traced(String source) {
        index(source, "again");
        JsonObject trace =
                waybill("trace", CHAIN, "--index", path("again"), "--json").json();
        return trace.array("path").orElseThrow().items().stream()
                .map(line -> line.asObject().orElseThrow())
                .map(line -> line.string("id").orElseThrow() + " "
                        + line.string("type").orElseThrow() + " "
                        + line.object("integrity").orElseThrow().string("level").orElseThrow())
                .sorted()
                .toList();
    }

    private String error(Asked asked) {
        assertThat(asked.code()).isEqualTo(ExitCode.NO);
        return asked.json().object("error").orElseThrow().string("code").orElseThrow();
    }

    private List<String> left() throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.map(entry -> entry.getFileName().toString())
                    .filter(name -> !List.of("records", "index", "keys").contains(name) && !name.endsWith(".lock"))
                    .sorted()
                    .toList();
        }
    }

    /// The event is a line here and a packed record there; the receipt has another name for its type.
    @Test
    void aRecordThatLiesInItsPackTooIsStillOneRecord() {
        assertThat(export("--proof-pack", path("records/pack"), "--correlation", CHAIN)
                        .code())
                .isEqualTo(ExitCode.YES);
        assertThat(traced("records"))
                .describedAs("a number is the same number, however a pack spells it")
                .containsExactly("agentmesh:evt_000001 TASK_TRANSITION unsigned", "ccio:apply_1 POLICY_APPLY signed");
        Asked why = waybill("why", "agentmesh:evt_000001", "--index", path("again"), "--json");
        assertThat(why.code()).as(why.out()).isEqualTo(ExitCode.YES);
    }

    @Test
    void aProofPackOfAChainIsSignedAndReadBack() throws IOException {
        Asked written = export("--proof-pack", path("pack"), "--correlation", CHAIN);

        assertThat(written.code()).as(written.out()).isEqualTo(ExitCode.YES);
        JsonObject answer = written.json();
        assertThat(answer.string("path")).contains(path("pack"));
        assertThat(answer.get("receipts")).isEqualTo(JsonNumber.of(2));
        assertThat(answer.string("run_id")).contains(CHAIN);
        JsonObject verified = waybill("verify", path("pack"), "--json").json();
        assertThat(verified.object("pack").orElseThrow().string("verdict")).contains("PASS");
        assertThat(verified.object("pack").orElseThrow().string("signer").orElseThrow())
                .startsWith(answer.string("signer").orElseThrow());
        assertThat(Files.readString(folder.resolve("pack/pack_manifest.json")))
                .contains(answer.string("root").orElseThrow());
        assertThat(Files.readString(folder.resolve("pack/receipt_pack.jsonl")))
                .contains("ewp.policy_apply/v0", "_ewp_future_field")
                .doesNotContain("corr_other");
        assertThat(traced("pack"))
                .containsExactly("agentmesh:evt_000001 TASK_TRANSITION signed", "ccio:apply_1 POLICY_APPLY signed");
        assertThat(left()).containsExactly("again", "pack");
    }

    @Test
    void aPackThatSomebodyElseSignedAgainIsSeenByWhoeverPinsTheKey() throws IOException {
        export("--proof-pack", path("pack"));
        Asked unpinned = waybill("verify", path("pack"));
        assertThat(unpinned.code()).isEqualTo(ExitCode.YES);
        assertThat(unpinned.out()).contains("that you did not pin", "--trust FILE");
        String ours = waybill("verify", path("pack"), "--json")
                .json()
                .array("signers")
                .orElseThrow()
                .items()
                .getFirst()
                .asString()
                .orElseThrow();
        Files.writeString(folder.resolve("trusted"), "# the gate's key\n" + ours + "\n");
        Asked pinned = waybill("verify", path("pack"), "--trust", path("trusted"));
        assertThat(pinned.code()).isEqualTo(ExitCode.YES);
        assertThat(pinned.out()).doesNotContain("did not pin");

        variables.put("WAYBILL_KEYS", path("other-keys"));
        assertThat(Asked.waybill(variables, "keys", "new").code()).isEqualTo(ExitCode.YES);
        export("--proof-pack", path("forged"));
        assertThat(waybill("verify", path("forged")).code()).isEqualTo(ExitCode.YES);
        Asked forged = waybill("verify", path("forged"), "--trust", path("trusted"));
        assertThat(forged.code()).isEqualTo(ExitCode.NO);
        assertThat(forged.out()).contains("SIGNER_UNTRUSTED", "is not in");
        Files.writeString(folder.resolve("wrong"), "not a key");
        for (String unusable : List.of("wrong", "missing")) {
            assertThat(waybill("verify", path("pack"), "--trust", path(unusable))
                            .code())
                    .isEqualTo(ExitCode.USAGE);
        }
    }

    @Test
    void whatNobodySignedIsNotSignedByAKeyThatIsPinned() throws IOException {
        Files.writeString(folder.resolve("trusted"), "0".repeat(64));
        Files.writeString(
                folder.resolve("note.jsonl"), "{\"receipt_id\":\"n1\",\"type\":\"NOTE\",\"_ewp_version\":\"0\"}\n");
        assertThat(waybill("verify", path("note.jsonl")).code()).isEqualTo(ExitCode.YES);
        Asked pinned = waybill("verify", path("note.jsonl"), "--trust", path("trusted"));
        assertThat(pinned.code()).isEqualTo(ExitCode.NO);
        assertThat(pinned.out()).contains("SIGNER_MISSING", "nothing here is signed");
    }

    @Test
    void oneChangedByteOfAPackIsCalledTampered() throws IOException {
        export("--proof-pack", path("pack"));
        for (String name : List.of("receipt_pack.jsonl", "pack_manifest.json", "pack_signature.sig")) {
            Path file = folder.resolve("pack").resolve(name);
            byte[] good = Files.readAllBytes(file);
            byte[] bad = good.clone();
            bad[good.length / 2] ^= 1;
            Files.write(file, bad);
            assertThat(waybill("verify", path("pack")).code()).as(name).isEqualTo(ExitCode.TAMPERED);
            Files.write(file, good);
        }
        assertThat(waybill("verify", path("pack")).code()).isEqualTo(ExitCode.YES);
    }

    @Test
    void anEvidenceZipCarriesWhatItsRecordsShare() throws IOException {
        Asked written = export("--evidence-zip", path("e.zip"), "--correlation", "corr_exp");

        assertThat(written.code()).isEqualTo(ExitCode.YES);
        assertThat(written.json().get("receipts")).isEqualTo(JsonNumber.of(2));
        JsonObject verified = waybill("verify", path("e.zip"), "--json").json();
        assertThat(verified.object("pack").orElseThrow().string("verdict")).contains("PASS");
        assertThat(verified.object("pack").orElseThrow().string("head_hash"))
                .isEqualTo(written.json().string("root"));
        assertThat(EvidenceEnvelope.of(metadata()))
                .isEqualTo(new EvidenceEnvelope(JsonObject.builder()
                        .put("_ewp_version", "0")
                        .put("_ewp_correlation_id", CHAIN)
                        .put("_ewp_episode_id", "ep_1")
                        .put("_ewp_origin", "waybill/evidence")
                        .build()));
        assertThat(traced("e.zip"))
                .containsExactly("agentmesh:evt_000001 TASK_TRANSITION hashed", "ccio:apply_1 POLICY_APPLY hashed");
    }

    @Test
    void recordsOfSeveralChainsShareNone() throws IOException {
        assertThat(export("--evidence-zip", path("e.zip")).code()).isEqualTo(ExitCode.YES);
        assertThat(EvidenceEnvelope.of(metadata()).isEmpty()).isTrue();
    }

    private JsonObject metadata() throws IOException {
        try (ZipArchive zip = ZipArchive.open(folder.resolve("e.zip"))) {
            return JsonReader.readObject(
                    zip.read(zip.find("build_metadata.json").orElseThrow(), 1 << 20), JsonLimits.DOCUMENT);
        }
    }

    @Test
    void episodesAreMadeOfTheRecordsThatNameThem() throws IOException {
        Asked written = export("--episodes", path("episodes.json"));

        assertThat(written.code()).isEqualTo(ExitCode.YES);
        assertThat(written.json().toString()).contains("\"receipts\":2,\"episodes\":1,\"left_out\":1");
        JsonObject export = object(Files.readString(folder.resolve("episodes.json")));
        assertThat(export.object("metadata").orElseThrow().string("_ewp_correlation_id"))
                .contains(CHAIN);
        JsonObject episode =
                export.array("episodes").orElseThrow().get(0).asObject().orElseThrow();
        assertThat(episode.without("metadata").toString())
                .isEqualTo("{\"episode_id\":\"ep_1\",\"event_time\":\"2026-02-25T10:00:00Z\","
                        + "\"receipt_ids\":[\"agentmesh:evt_000001\",\"ccio:apply_1\"]}");
        assertThat(traced("episodes.json")).containsExactly("ccio:ep_1 EPISODE unsigned");
    }

    @Test
    void anExportThatWasReadGoesOutAsItWas() throws IOException {
        Files.createDirectories(folder.resolve("loom"));
        Files.writeString(folder.resolve("loom/export.json"), """
                {"metadata":{"source":"loom","episode_count":1,"_ewp_version":"0","_ewp_correlation_id":"corr_export_1"},
                 "episodes":[{"episode_id":"ep_9","latency_ms":1e-07,"receipt_ids":["a","ccio:b","assay:r_1"],"odd":null}]}
                """);
        index("loom", "index");
        export("--proof-pack", path("pack"));
        String direct = exported("one.json");
        index("pack", "index");

        assertThat(direct)
                .contains("\"latency_ms\": 1e-07", "\"odd\": null", "\"ccio:a\"", "\"ccio:b\"", "\"assay:r_1\"")
                .contains("\"_ewp_correlation_id\": \"corr_export_1\"");
        // Assay has its own spelling of numbers and order of members.
        assertThat(object(exported("two.json").replace("1E-7", "1e-07"))).isEqualTo(object(direct));
    }

    private static JsonObject object(String text) {
        return JsonReader.readObject(text.getBytes(StandardCharsets.UTF_8), JsonLimits.DOCUMENT);
    }

    private String exported(String name) throws IOException {
        Asked written = export("--episodes", path(name));
        assertThat(written.code()).as(written.out()).isEqualTo(ExitCode.YES);
        return Files.readString(folder.resolve(name));
    }

    @Test
    void whatIsBrokenAtItsSourceIsToldWhenItIsSignedFor() throws IOException {
        Files.createDirectories(folder.resolve("mesh"));
        assertThat(waybill("task", "planned", "task_0123456789ab", "--dir", path("mesh"), "--title", "Add parser")
                        .code())
                .isEqualTo(ExitCode.YES);
        Path events = folder.resolve("mesh/waybill-tasks.jsonl");
        Files.writeString(events, Files.readString(events).replace("Add parser", "Add parsel"));
        index("mesh", "index");
        Asked written = export("--proof-pack", path("pack"));

        assertThat(written.code()).isEqualTo(ExitCode.TAMPERED);
        assertThat(written.json().get("broken")).isEqualTo(JsonNumber.of(1));
        // The pack is what was signed; the record in it is not what was hashed.
        assertThat(waybill("verify", path("pack")).code()).isEqualTo(ExitCode.TAMPERED);
        for (String lines : List.of("--jsonl", "--cloudevents")) {
            assertThat(export(lines).code()).as(lines).isEqualTo(ExitCode.TAMPERED);
        }
    }

    @Test
    void aFolderWithSomethingInItIsLeftAsItIs() throws IOException {
        Files.createDirectories(folder.resolve("empty"));
        Files.createDirectories(folder.resolve("full"));
        Files.writeString(folder.resolve("full/mine"), "x");

        assertThat(export("--proof-pack", path("empty")).code()).isEqualTo(ExitCode.YES);
        assertThat(error(export("--proof-pack", path("full")))).isEqualTo("folder_not_empty");
        assertThat(error(export("--proof-pack", path("empty")))).isEqualTo("folder_not_empty");
        assertThat(folder.resolve("full")).isDirectoryContaining("glob:**mine").isNotEmptyDirectory();
        assertThat(left()).containsExactly("empty", "full");
    }

    @Test
    void withoutAKeyNothingIsWritten() throws IOException {
        variables.put("WAYBILL_KEYS", path("nobody"));

        assertThat(error(export("--proof-pack", path("pack")))).isEqualTo("key_not_found");
        assertThat(left()).isEmpty();
    }

    @Test
    void anotherKeyMaySign() throws IOException {
        Path other = folder.resolve("keys/other.json");
        variables.put("WAYBILL_KEYS", path("others"));
        Asked.waybill(variables, "keys", "new", "--out", other.toString());
        variables.put("OTHER", Files.readString(other));

        assertThat(export("--proof-pack", path("one"), "--key", other.toString())
                        .json()
                        .string("signer"))
                .isEqualTo(export("--proof-pack", path("two"), "--key", "env:OTHER")
                        .json()
                        .string("signer"))
                .isPresent();
    }

    @Test
    void whatCannotBeExportedIsSaidAndNotWritten() throws IOException {
        assertThat(error(export("--jsonl", "--correlation", "corr_exporp_1"))).isEqualTo("nothing_to_export");
        Asked several = export("--proof-pack", path("pack"), "--correlation", "corr_");
        assertThat(error(several)).isEqualTo("nothing_to_export");
        assertThat(several.out()).contains("corr_export_1", "corr_other");
        assertThat(error(export("--episodes", path("e.json"), "--correlation", "corr_other")))
                .isEqualTo("nothing_to_export");
        Files.writeString(folder.resolve("records/twice.jsonl"), RECEIPTS.replace("0.650", "0.651"));
        assertThat(error(export("--proof-pack", path("pack")))).isEqualTo("record_id_repeated");
        assertThat(error(export("--evidence-zip", path("e.zip")))).isEqualTo("record_id_repeated");
        Files.writeString(folder.resolve("records/twice.jsonl"), RECEIPTS.replace("lever", "l\u00e9ver"));
        assertThat(error(export("--proof-pack", path("pack"), "--correlation", "corr_other")))
                .isEqualTo("record_unfit");
        assertThat(left()).isEmpty();
    }

    @Test
    void exactlyOneFormIsAskedFor() {
        assertThat(export().code()).isEqualTo(ExitCode.USAGE);
        assertThat(export("--jsonl", "--episodes", path("e.json")).code()).isEqualTo(ExitCode.USAGE);
        assertThat(export("--jsonl", "--cloudevents").code()).isEqualTo(ExitCode.USAGE);
    }

    @Test
    void aPersonReadsWhatWasWritten() {
        Asked written = waybill("export", "--index", path("index"), "--proof-pack", path("pack"));

        assertThat(written.out()).contains("with 3 receipts", "root: ", "signer: ", "run id: waybill-evidence");
    }
}

package dev.waybill.evidence.read.assay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonString;
import dev.waybill.evidence.FindingCode;
import dev.waybill.evidence.read.Gathered;
import dev.waybill.evidence.write.Packs;
import dev.waybill.testkit.Seeds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

class ProofPackVerifierTest {

    private static final List<String> KERNEL = List.of(
            "receipt_pack.jsonl",
            "verify_report.json",
            "verify_transcript.md",
            "pack_manifest.json",
            "pack_signature.sig");

    @TempDir
    Path temp;

    private Path pack = Path.of("");
    private int packs;

    @BeforeEach
    void write() {
        pack = Packs.pack(temp.resolve("pack" + packs++));
    }

    @Test
    void aByteChangedInAnyFileIsSeen() throws Exception {
        for (String name : KERNEL) {
            byte[] content = Files.readAllBytes(pack.resolve(name));
            for (int at : new int[] {0, content.length / 3, content.length / 2, content.length - 2}) {
                byte[] changed = content.clone();
                changed[at] ^= 1;
                Files.write(pack.resolve(name), changed);
                assertThat(verify().outcome()).as(name + " byte " + at).isEqualTo(PackVerdict.Outcome.TAMPERED);
            }
            Files.write(pack.resolve(name), content);
        }
        assertThat(verify().outcome()).isEqualTo(PackVerdict.Outcome.PASS);
    }

    @Test
    void aFileCutOrGrownIsSeen() throws Exception {
        for (String name : List.of("receipt_pack.jsonl", "verify_report.json", "pack_signature.sig")) {
            byte[] content = Files.readAllBytes(pack.resolve(name));
            Files.write(pack.resolve(name), Arrays.copyOf(content, content.length - 1));
            assertThat(verify().outcome()).isEqualTo(PackVerdict.Outcome.TAMPERED);
            Files.write(pack.resolve(name), Arrays.copyOf(content, content.length + 1));
            assertThat(verify().outcome()).isEqualTo(PackVerdict.Outcome.TAMPERED);
            Files.write(pack.resolve(name), content);
        }
    }

    @TestFactory
    Stream<DynamicTest> aMissingFileIsSeen() {
        return KERNEL.stream()
                .filter(name -> !name.equals("pack_manifest.json"))
                .map(name -> DynamicTest.dynamicTest(name, () -> {
                    write();
                    Files.delete(pack.resolve(name));
                    assertThat(first()).isEqualTo(PackCode.E_MANIFEST_TAMPER);
                }));
    }

    @Test
    void withoutAManifestThereIsNoPack() throws Exception {
        Files.delete(pack.resolve("pack_manifest.json"));

        assertThatThrownBy(this::verify).isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void anAddedFileIsToldButChangesNothing() throws Exception {
        Files.writeString(pack.resolve("extra.txt"), "hello");
        Files.createDirectory(pack.resolve("_unsigned"));

        assertThat(verify().outcome()).isEqualTo(PackVerdict.Outcome.PASS);
        assertThat(verify().warnings()).containsExactly("extra.txt lies in the pack and was not signed");
    }

    @Test
    void reorderedReceiptsAreSeen() throws Exception {
        List<String> lines = new ArrayList<>(Files.readAllLines(pack.resolve("receipt_pack.jsonl")));
        Collections.reverse(lines);
        Files.writeString(pack.resolve("receipt_pack.jsonl"), String.join("\n", lines) + "\n");

        assertThat(codes()).contains(PackCode.E_MANIFEST_TAMPER);
    }

    @Test
    void theSignatureOfAnotherPackIsSeen() throws Exception {
        Path other = Packs.pack(temp.resolve("other"), List.of(Packs.receipt("r_9", 9)));
        Files.copy(
                other.resolve("pack_signature.sig"),
                pack.resolve("pack_signature.sig"),
                StandardCopyOption.REPLACE_EXISTING);

        assertThat(codes()).containsExactly(PackCode.E_PACK_SIG_INVALID);

        changed()
                .change(manifest -> manifest.with(
                        "signature", ChangedPack.base64(ChangedPack.read(pack.resolve("pack_signature.sig")))));

        assertThat(codes()).containsExactly(PackCode.E_PACK_SIG_INVALID);
    }

    @TestFactory
    Stream<DynamicTest> everyMemberOfTheManifestIsGuarded() {
        write();
        return changed().manifest().names().stream()
                .flatMap(name -> Stream.of(
                        DynamicTest.dynamicTest(name + " changed", () -> {
                            write();
                            changed()
                                    .change(manifest -> manifest.with(
                                            name, ChangedPack.other(Objects.requireNonNull(manifest.get(name)))));
                            assertThat(verify().outcome()).isEqualTo(PackVerdict.Outcome.TAMPERED);
                        }),
                        DynamicTest.dynamicTest(name + " removed", () -> {
                            write();
                            changed().change(manifest -> manifest.without(name));
                            assertThat(first()).isEqualTo(PackCode.E_MANIFEST_TAMPER);
                        })));
    }

    @TestFactory
    Stream<DynamicTest> everyMemberOfTheAttestationIsGuarded() {
        write();
        return ChangedPack.attestation(changed().manifest()).names().stream()
                .map(name -> DynamicTest.dynamicTest(name, () -> {
                    write();
                    changed()
                            .change(manifest -> manifest.with(
                                    "attestation",
                                    ChangedPack.attestation(manifest)
                                            .with(
                                                    name,
                                                    ChangedPack.other(
                                                            Objects.requireNonNull(ChangedPack.attestation(manifest)
                                                                    .get(name))))));
                    assertThat(first()).isEqualTo(PackCode.E_MANIFEST_TAMPER);
                }));
    }

    @Test
    void anUnknownMemberIsSeen() {
        changed().change(manifest -> manifest.with("_ewp_version", "0"));

        assertThat(first()).isEqualTo(PackCode.E_MANIFEST_TAMPER);
    }

    @Test
    void aManifestOfAnotherShapeThatWasSignedIsNotValidAndNotTamperedWith() throws Exception {
        changed().resign(manifest -> manifest.with("_ewp_version", "0"));

        assertThat(verify().outcome()).isEqualTo(PackVerdict.Outcome.INVALID);
        Gathered read = Gathered.by(new ProofPackReader(() -> Packs.NOW), pack);
        assertThat(read.codes()).containsExactly(FindingCode.PACK_INVALID);
        assertThat(read.records).hasSize(3).noneMatch(found -> found.integrity().isBroken());

        Files.writeString(pack.resolve("verify_report.json"), "{}");
        assertThat(verify().outcome()).isEqualTo(PackVerdict.Outcome.TAMPERED);
    }

    /// What follows is signed anew, by somebody who has the key: the pack contradicts itself.
    @Test
    void aPathThatLeadsOutIsNotFollowedEvenWhenItIsSigned() throws Exception {
        Files.writeString(temp.resolve("secret"), "secret");
        for (String path : List.of("../secret", "/etc/passwd", "a/../../secret", "..\\secret", "")) {
            write();
            changed()
                    .resign(manifest -> manifest.with(
                            "expected_files", ChangedPack.appended(manifest, "expected_files", new JsonString(path))));
            assertThat(first()).as(path).isEqualTo(PackCode.E_PATH_ESCAPE);
        }
    }

    @Test
    void aLinkIsNotFollowed() throws Exception {
        Path elsewhere = temp.resolve("elsewhere.jsonl");
        Files.move(pack.resolve("receipt_pack.jsonl"), elsewhere);
        Files.createSymbolicLink(pack.resolve("receipt_pack.jsonl"), elsewhere);

        assertThat(first()).isEqualTo(PackCode.E_MANIFEST_TAMPER);
    }

    @Test
    void aReceiptThatWasLeftOutIsSeenEvenWhenTheRestIsSigned() throws Exception {
        changed().receipts(lines -> lines.subList(1, lines.size()));

        assertThat(first()).isEqualTo(PackCode.E_PACK_OMISSION_DETECTED);
    }

    @Test
    void aPackThatClaimsSoundReceiptsWronglyIsTampered() throws Exception {
        changed().receipts(lines -> List.of(lines.get(0), lines.get(2), lines.get(2)));

        assertThat(verify().first().orElseThrow().message()).contains("E_DUPLICATE_ID");

        write();
        changed()
                .receipts(
                        lines -> List.of(lines.get(0).replace("\"receipt_id\"", "\"id\""), lines.get(1), lines.get(2)));

        assertThat(verify().first().orElseThrow().message()).contains("E_SCHEMA_UNKNOWN");
    }

    @Test
    void aPackThatSaysItselfThatItFailsIsAnHonestFailure() throws Exception {
        changed().resign(manifest -> ChangedPack.attested(manifest, "claim_check", new JsonString("FAIL")));

        assertThat(verify().outcome()).isEqualTo(PackVerdict.Outcome.HONEST_FAIL);
    }

    @Test
    void aFlatTypeIsRefusedAsAssayDoes() throws Exception {
        changed()
                .receipts(lines -> lines.stream()
                        .map(line -> line.replace("ewp.policy_apply/v0", "POLICY_APPLY"))
                        .toList());

        assertThat(codes()).containsExactly(PackCode.E_SCHEMA_UNKNOWN);
        assertThat(verify().outcome()).isEqualTo(PackVerdict.Outcome.INVALID);
        assertThat(AssayTypes.allowed("loom.episode")).isFalse();
        assertThat(AssayTypes.allowed("agentmesh.weave_event/v1")).isTrue();
    }

    @Test
    void aPackOfTheDayAfterTomorrowIsRefused() throws Exception {
        changed()
                .resign(manifest ->
                        ChangedPack.attested(manifest, "timestamp_end", new JsonString("2026-03-02T12:00:01Z")));
        assertThat(codes()).containsExactly(PackCode.E_TIMESTAMP_INVALID);
        assertThat(verify().outcome()).isEqualTo(PackVerdict.Outcome.INVALID);

        write();
        changed()
                .resign(manifest ->
                        ChangedPack.attested(manifest, "timestamp_end", new JsonString("2026-03-02T12:00:00Z")));
        assertThat(codes()).isEmpty();
    }

    @Test
    void theScopeThatAManifestNamesIsNotBelieved() throws Exception {
        changed().change(manifest -> manifest.with("signature_scope", "nothing"));

        assertThat(codes()).containsExactly(PackCode.E_PACK_SIG_INVALID);
    }

    @Test
    void anotherKeyIsAnotherSigner() throws Exception {
        changed().resign(Packs.OTHER_KEY, manifest -> manifest);
        assertThat(verify().first().orElseThrow().code()).isEqualTo(PackCode.E_PACK_SIG_INVALID);

        changed().change(manifest -> {
            byte[] point = Packs.OTHER_KEY.verificationKey().point();
            return manifest.with("signer_pubkey", ChangedPack.base64(point))
                    .with("signer_pubkey_sha256", Digest.of(point).hex());
        });
        changed().resign(Packs.OTHER_KEY, manifest -> manifest);
        assertThat(verify().outcome()).isEqualTo(PackVerdict.Outcome.PASS);
        assertThat(verify().signer())
                .isNotEqualTo(ProofPackVerifier.verify(Packs.pack(temp.resolve("ours")), Packs.NOW)
                        .signer());
    }

    @Test
    void aTamperedPackStillGivesItsRecordsAsBroken() throws Exception {
        Files.writeString(pack.resolve("verify_report.json"), "{}");
        Gathered read = Gathered.by(new ProofPackReader(() -> Packs.NOW), pack);

        assertThat(read.codes()).containsExactly(FindingCode.TAMPERED);
        assertThat(read.records).hasSize(3).allMatch(found -> found.integrity().isBroken());
    }

    @Test
    void noDamageDoesMoreThanAFinding() {
        Seeds.check(150, random -> {
            Path folder = Packs.pack(temp.resolve("fuzz" + packs++));
            String name = KERNEL.get(random.nextInt(KERNEL.size()));
            byte[] content = ChangedPack.read(folder.resolve(name));
            for (int i = random.nextInt(4); i >= 0; i--) {
                content[random.nextInt(content.length)] = (byte) random.nextInt(256);
            }
            int length = random.nextInt(4) == 0 ? random.nextInt(content.length) : content.length;
            boolean same = ChangedPack.write(folder.resolve(name), Arrays.copyOf(content, length));
            Gathered read = Gathered.by(new ProofPackReader(() -> Packs.NOW), folder);
            assertThat(read.codes().contains(FindingCode.TAMPERED)).isEqualTo(!same);
        });
    }

    private ChangedPack changed() {
        return new ChangedPack(pack);
    }

    private PackVerdict verify() throws IOException {
        return ProofPackVerifier.verify(pack, Packs.NOW);
    }

    private List<PackCode> codes() throws IOException {
        return verify().errors().stream().map(PackError::code).distinct().toList();
    }

    private PackCode first() throws UncheckedIOException {
        try {
            return verify().first().orElseThrow().code();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

package dev.waybill.evidence.read.agentmesh;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonObject;
import dev.waybill.evidence.Integrity.Level;
import dev.waybill.evidence.canonical.PythonJson;
import dev.waybill.receipt.key.SigningKey;
import dev.waybill.testkit.Seeds;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CommitVerdictTest {

    private static final SigningKey KEY = Mesh.key(1);
    private static final String PATCH = "98a82fb1a49069727323f95f533f74ce380fffc8";
    private static final List<String> FILES = List.of("b.py", "a.py");
    private static final String MESSAGE =
            "feat: x\n\nBody: text\n\n" + Mesh.trailers(KEY, PATCH, FILES) + "Signed-off-by: T\n";

    private static CommitVerdict judge(String message) {
        return judge(Mesh.commit(message, PATCH, FILES));
    }

    private static CommitVerdict judge(JsonObject commit) {
        return CommitVerdict.of(commit, _ -> Optional.empty(), KnownKeys.NONE);
    }

    @Test
    void aWitnessHoldsForItsPatchAndItsFiles() {
        CommitVerdict verdict = judge(MESSAGE);
        assertThat(verdict.status()).isEqualTo(WitnessStatus.VERIFIED);
        assertThat(verdict.integrity().level()).isEqualTo(Level.SIGNED);
        assertThat(verdict.detail())
                .isEqualTo("signed by " + Witness.keyId(KEY.verificationKey().point()));
    }

    @Test
    void itsKeyCountsAsASignerOnlyWhereTheSignatureHolds() {
        assertThat(judge(MESSAGE).signers())
                .containsExactly(Digest.of(KEY.verificationKey().point()).hex());
        assertThat(judge(MESSAGE.replace("AgentMesh-Sig: ", "AgentMesh-Sig: AAAA"))
                        .signers())
                .isEmpty();
        assertThat(judge("feat: x").signers()).isEmpty();
    }

    @Test
    void whatIsNotAtHandIsSaid() {
        JsonObject bare = Mesh.commit(MESSAGE, PATCH, FILES).without("files").without("patch_id_stable");
        assertThat(judge(bare).status()).isEqualTo(WitnessStatus.VERIFIED);
        assertThat(judge(bare).detail()).endsWith(", patch and files not at hand");
    }

    @Test
    void aMessageWithoutTrailersProvesNothing() {
        assertThat(judge("feat: x").status()).isEqualTo(WitnessStatus.NO_TRAILERS);
        assertThat(judge("feat: x\n\nAgentMesh-Episode: ep_1").status()).isEqualTo(WitnessStatus.NO_TRAILERS);
    }

    @Test
    void anotherPatchOrOtherFilesAreFound() {
        assertThat(judge(Mesh.commit(MESSAGE, "0".repeat(40), FILES)).status()).isEqualTo(WitnessStatus.PATCH_MISMATCH);
        assertThat(judge(Mesh.commit(MESSAGE, PATCH, List.of("a.py"))).status())
                .isEqualTo(WitnessStatus.FILES_MISMATCH);
    }

    @Test
    void aWitnessThatIsNotTheNamedOneIsFound() {
        String other = MESSAGE.replaceFirst("AgentMesh-Witness: sha256:.{4}", "AgentMesh-Witness: sha256:0000");
        assertThat(judge(other).status()).isEqualTo(WitnessStatus.WITNESS_HASH_MISMATCH);
    }

    @Test
    void chunksThatCannotBeDecodedAreFound() {
        assertThat(judge(MESSAGE.replace("Chunk-Count: ", "Chunk-Count: 1")).status())
                .isEqualTo(WitnessStatus.WITNESS_PAYLOAD_INVALID);
        assertThat(judge(MESSAGE.replaceFirst("Witness-Chunk: .{8}", "Witness-Chunk: !!!!!!!!"))
                        .status())
                .isEqualTo(WitnessStatus.WITNESS_PAYLOAD_INVALID);
    }

    @Test
    void anotherKeysSignatureDoesNotHold() {
        JsonObject payload = Mesh.payload(KEY, PATCH, FILES);
        assertThat(judge("x\n\n" + Mesh.trailers(Mesh.key(2), payload, true)).status())
                .isEqualTo(WitnessStatus.SIGNATURE_INVALID);
    }

    @Test
    void aKeyUnderAnothersNameDoesNotHold() {
        SigningKey mallory = Mesh.key(3);
        JsonObject honest = Mesh.payload(mallory, PATCH, FILES);
        JsonObject signer = honest.object("signer").orElseThrow();
        String victim = Witness.keyId(KEY.verificationKey().point());
        JsonObject forged = honest.with("signer", signer.with("key_id", victim));
        String message = "x\n\n"
                + Mesh.trailers(mallory, forged, true)
                        .replace(Witness.keyId(mallory.verificationKey().point()), victim);
        assertThat(judge(message).status()).isEqualTo(WitnessStatus.SIGNATURE_INVALID);
    }

    @Test
    void aWitnessWithoutASignatureIsNotSigned() {
        assertThat(judge(MESSAGE.replaceAll("AgentMesh-Sig: .*\n", "")).status())
                .isEqualTo(WitnessStatus.SIGNATURE_INVALID);
    }

    @Test
    void aWitnessCanLieElsewhere() {
        JsonObject payload = Mesh.payload(KEY, PATCH, FILES);
        JsonObject commit = Mesh.commit("x\n\n" + Mesh.trailers(KEY, payload, false), PATCH, FILES);
        assertThat(judge(commit).status()).isEqualTo(WitnessStatus.WITNESS_MISSING);
        assertThat(CommitVerdict.of(commit, _ -> Optional.of(PythonJson.compact(payload)), KnownKeys.NONE)
                        .status())
                .isEqualTo(WitnessStatus.VERIFIED);
    }

    @Test
    void aSquashKeepsItsWitnessesApart() {
        String other = Mesh.trailers(Mesh.key(2), "1".repeat(40), List.of("c.py"));
        String squash = "all (#25)\n\n* one\n\n" + Mesh.trailers(KEY, PATCH, FILES) + "\n* two\n\n" + other;
        CommitVerdict verdict = judge(Mesh.commit(squash, "2".repeat(40), FILES));
        assertThat(verdict.status()).isEqualTo(WitnessStatus.SQUASH);
        assertThat(verdict.detail()).isEqualTo("squash: 2 witnesses valid, patch not covered");
        assertThat(verdict.integrity().level()).isEqualTo(Level.UNSIGNED);
        assertThat(verdict.witnesses()).hasSize(2);
    }

    @Test
    void aSquashWithOneBadWitnessIsBad() {
        String bad = MESSAGE.replaceFirst("AgentMesh-Witness: sha256:.{4}", "AgentMesh-Witness: sha256:0000");
        CommitVerdict verdict = judge(Mesh.commit(MESSAGE + "\n" + bad, "2".repeat(40), FILES));
        assertThat(verdict.status()).isEqualTo(WitnessStatus.WITNESS_HASH_MISMATCH);
        assertThat(verdict.integrity().isBroken()).isTrue();
    }

    @Test
    void aPayloadThatSwellsIsRefused() {
        String packed = Base64.getUrlEncoder().encodeToString(Mesh.gzip(new byte[50 << 20]));
        String message = "x\n\nAgentMesh-Witness: sha256:00\nAgentMesh-Sig: AA==\nAgentMesh-Witness-Chunk: " + packed;
        assertThat(judge(message).status()).isEqualTo(WitnessStatus.WITNESS_PAYLOAD_INVALID);
    }

    @Test
    void noSpoiltTrailerVerifies() {
        String trailers = MESSAGE.substring(MESSAGE.indexOf("AgentMesh-Witness:"), MESSAGE.indexOf("Signed-off-by"));
        Seeds.check(400, random -> {
            byte[] spoilt = MESSAGE.getBytes(StandardCharsets.US_ASCII);
            int at = MESSAGE.indexOf(trailers) + random.nextInt(trailers.length());
            byte before = spoilt[at];
            spoilt[at] = (byte) ('!' + random.nextInt(90));
            CommitVerdict verdict = judge(new String(spoilt, StandardCharsets.US_ASCII));
            if (verdict.status() == WitnessStatus.VERIFIED) {
                String payload = String.valueOf(verdict.witnesses());
                assertThat(payload)
                        .as("%c at %d became %c", (char) before, at, (char) spoilt[at])
                        .isEqualTo(String.valueOf(judge(MESSAGE).witnesses()));
            }
        });
    }
}

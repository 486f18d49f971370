package dev.waybill.receipt.bundle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonReader;
import dev.waybill.receipt.audit.Finding;
import dev.waybill.receipt.audit.Verdict;
import dev.waybill.receipt.jws.Wire;
import dev.waybill.receipt.merkle.InclusionProof;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DisclosureTest {

    @TempDir
    Path folder;

    @Test
    void oneReceiptIsProvenWithoutTheOthers() throws IOException {
        Run run = Run.of(Wire.V0_1, 20);
        Path target = disclose(run, run.stepId(7).value());
        try (Evidence evidence = Evidence.open(target, EvidenceOptions.at(Run.NOW))) {
            assertThat(evidence.isDisclosure()).isTrue();
            assertThat(evidence.proofs()).containsOnlyKeys(run.receipts.get(7).ref());
            assertThat(BundleTest.lines(evidence.receipts()))
                    .containsExactly(run.summary(true, false).compact(), run.presented.get(7));
        }
        assertThat(Run.audit(target).verdict()).isEqualTo(Verdict.VERIFIED);
    }

    @Test
    void severalReceiptsAreChosenByReferenceOrStep() throws IOException {
        Run run = Run.of(Wire.V0_2, 9);
        Path target = disclose(
                run, run.receipts.get(1).ref().toString(), run.stepId(8).value());
        try (BundleReader reader = BundleReader.open(target)) {
            assertThat(reader.manifest().kind()).isEqualTo(BundleKind.DISCLOSURE);
            assertThat(reader.manifest().receipts()).isEqualTo(2);
        }
        assertThat(Run.audit(target).verdict()).isEqualTo(Verdict.VERIFIED);
    }

    @Test
    void anotherReceiptUnderTheSameProofIsBroken() throws IOException {
        Run run = Run.of(Wire.V0_1, 9);
        Path target = folder.resolve("forged.zip");
        InclusionProof proof = proofOf(
                disclose(run, run.stepId(3).value()), run.receipts.get(3).ref());
        try (BundleWriter writer = BundleWriter.create(target, BundleKind.DISCLOSURE, Run.KEYS)) {
            writer.add(run.summary(true, false));
            writer.add(run.receipts.get(4));
            writer.prove(run.receipts.get(4).ref(), proof);
            writer.finish();
        }
        assertThat(Run.audit(target).findings()).extracting(Finding::code).contains("PROOF_INVALID");
    }

    @Test
    void withoutARootThereIsNothingToProveAgainst() throws IOException {
        Run run = Run.of(Wire.V0_1, 3);
        Path refsOnly = run.writeTo(folder.resolve("refs.zip"), run.summary(false, true));
        Path none = run.writeTo(folder.resolve("none.zip"), null);
        for (Path source : List.of(refsOnly, none)) {
            assertRefused(source, run.stepId(1).value(), BundleRefused.Reason.NO_MERKLE_ROOT);
        }
    }

    @Test
    void anIncompleteBundleCannotProve() throws IOException {
        Run run = Run.of(Wire.V0_1, 4);
        var summary = run.summary(true, false);
        run.presented.removeLast();
        Path source = run.writeTo(folder.resolve("cut.zip"), summary);
        assertRefused(source, run.stepId(1).value(), BundleRefused.Reason.ROOT_MISMATCH);
    }

    @Test
    void anUnknownReceiptIsNamed() throws IOException {
        Path source = Run.of(Wire.V0_1, 2).writeTo(folder.resolve("bundle.zip"));
        assertRefused(source, "step_00000000000000000000000009", BundleRefused.Reason.RECEIPT_NOT_FOUND);
    }

    @Test
    void aDamagedBundleIsNotTakenApart() throws IOException {
        Run run = Run.of(Wire.V0_1, 2);
        Path source = run.writeTo(folder.resolve("bundle.zip"));
        byte[] bytes = Files.readAllBytes(source);
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        bytes[text.indexOf("\"workflows\"") + 2] ^= 1;
        Files.write(source, bytes);
        assertRefused(source, run.stepId(1).value(), BundleRefused.Reason.BUNDLE_DAMAGED);
    }

    @Test
    void redactionTakesTheParentsAndKeepsTheSignature() throws IOException {
        Run run = Run.of("RUN", Wire.V0_1, 3, true);
        Path source = run.writeTo(folder.resolve("bundle.zip"));
        Path some = folder.resolve("some.zip");
        Path all = folder.resolve("all.zip");
        Redaction.redact(source, List.of(run.stepId(1).value()), some);
        Redaction.redactAll(source, all);
        try (BundleReader reader = BundleReader.open(some)) {
            assertThat(BundleTest.lines(reader.receipts()))
                    .contains(run.presented.get(0), run.receipts.get(1).compact(), run.presented.get(2));
        }
        for (Path redacted : List.of(some, all)) {
            assertThat(Run.audit(redacted).verdict()).isEqualTo(Verdict.VERIFIED);
            assertThat(Run.audit(redacted).findings()).extracting(Finding::code).contains("PARENTS_WITHHELD");
        }
        assertThat(Run.audit(source).findings()).extracting(Finding::code).doesNotContain("PARENTS_WITHHELD");
    }

    @Test
    void aReceiptThatSignsItsParentsCannotBeRedacted() throws IOException {
        Path source = Run.of(Wire.V0_1, 2).writeTo(folder.resolve("bundle.zip"));
        Path target = folder.resolve("redacted.zip");
        assertThatThrownBy(() -> Redaction.redactAll(source, target))
                .isInstanceOfSatisfying(
                        BundleRefused.class,
                        e -> assertThat(e.reason()).isEqualTo(BundleRefused.Reason.NOT_REDACTABLE));
        assertThat(target).doesNotExist();
    }

    private Path disclose(Run run, String... names) throws IOException {
        Path target = folder.resolve("disclosed.zip");
        Disclosure.disclose(run.writeTo(folder.resolve("bundle.zip")), List.of(names), target);
        return target;
    }

    private static InclusionProof proofOf(Path bundle, Digest receipt) throws IOException {
        try (BundleReader reader = BundleReader.open(bundle)) {
            InclusionProof proof = reader.proofs().get(receipt);
            if (proof == null) {
                throw new AssertionError("no proof of " + receipt);
            }
            byte[] json = proof.toJson().toString().getBytes(StandardCharsets.UTF_8);
            return InclusionProof.parse(JsonReader.read(json, JsonLimits.RECEIPT));
        }
    }

    private void assertRefused(Path source, String name, BundleRefused.Reason reason) {
        Path target = folder.resolve("refused.zip");
        assertThatThrownBy(() -> Disclosure.disclose(source, List.of(name), target))
                .isInstanceOfSatisfying(
                        BundleRefused.class, e -> assertThat(e.reason()).isEqualTo(reason));
        assertThat(target).doesNotExist();
    }
}

package dev.waybill.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.house.Asked;
import dev.waybill.receipt.bundle.BundleKind;
import dev.waybill.receipt.bundle.BundleWriter;
import dev.waybill.receipt.key.KeySet;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Random;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BundleCommandTest {

    private static final int FLIPS = 120;

    @TempDir
    Path folder;

    private Desk desk = new Desk(Path.of("."));
    private String bundle = "";
    private String jwks = "";

    @BeforeEach
    void runTheDemo() {
        desk = new Desk(folder);
        assertThat(desk.yes("demo", "--out", folder.toString()).out()).contains("VERIFIED", "Try it yourself");
        bundle = desk.path("bundle.zip");
        jwks = desk.path("jwks.json");
    }

    @Test
    void theDemoVerifiesWithItsKeys() {
        Asked asked = desk.yes("verify", bundle, "--jwks", jwks, "--json", "--require-commitment");
        assertThat(asked.json().names()).startsWith("verdict").contains("findings", "workflows", "keys");
        assertThat(asked.json().string("verdict")).contains("verified");
    }

    @Test
    void aBundleOnStandardInputIsTheSame() throws IOException {
        byte[] bytes = Files.readAllBytes(Path.of(bundle));
        var none = new LinkedHashMap<String, String>();
        assertThat(Asked.waybill(none, bytes, "verify", "-", "--jwks", jwks, "--json")
                        .out())
                .isEqualTo(desk.yes("verify", bundle, "--jwks", jwks, "--json").out());
        assertThat(Asked.waybill(none, bytes, "bundle", "show", "-").out())
                .isEqualTo(desk.yes("bundle", "show", bundle).out());
    }

    @Test
    void noFlippedByteIsVerified() throws IOException {
        byte[] bytes = Files.readAllBytes(Path.of(bundle));
        var random = new Random(7);
        for (int i = 0; i < FLIPS; i++) {
            byte[] changed = bytes.clone();
            changed[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
            Path file = Files.write(folder.resolve("changed.zip"), changed);
            Asked asked = desk.ask("verify", file.toString(), "--jwks", jwks);
            assertThat(asked.code()).as(asked.out()).isNotEqualTo(ExitCode.YES);
            assertThat(asked.err()).doesNotContain("this should not happen");
        }
    }

    @Test
    void aReceiptThatWasTakenOutIsMissed() throws IOException {
        List<String> lines = lines("receipts.ndjson");
        for (int taken = 0; taken < lines.size(); taken += 4) {
            List<String> rest = new ArrayList<>(lines);
            rest.remove(taken);
            rest.addAll(lines("summaries.ndjson"));
            String file = desk.file("rest.ndjson", String.join("\n", rest));
            String smaller = desk.path("smaller.zip");
            desk.yes("bundle", "create", file, "--jwks", jwks, "--out", smaller);
            Asked asked = desk.ask("verify", smaller, "--jwks", jwks, "--json");
            assertThat(asked.code()).isIn(ExitCode.NO, ExitCode.TAMPERED);
            String missing = desk.reading(lines.get(taken), "receipt", "inspect", "--json")
                    .json()
                    .string("receipt_ref")
                    .orElseThrow();
            assertThat(asked.out()).contains(missing);
        }
    }

    @Test
    void someReceiptsWithoutTheirSummariesArePartial() throws IOException {
        String some = desk.file(
                "some.ndjson", String.join("\n", lines("receipts.ndjson").subList(0, 10)));
        Asked asked = desk.yes("verify", some, "--jwks", jwks);
        assertThat(asked.out()).contains("VERIFIED  10 of 10 receipts valid, partial: no summary says");
        Asked required = desk.ask("verify", some, "--jwks", jwks, "--require-complete");
        assertThat(required.code()).isEqualTo(ExitCode.NO);
        assertThat(required.out()).contains("INCOMPLETE  10 of 10", "COMPLETENESS_REQUIRED");
        desk.yes("verify", bundle, "--jwks", jwks, "--require-complete");
    }

    @Test
    void aHandMadeDisclosureOfNothingIsPartial() throws IOException {
        Path empty = folder.resolve("nothing.zip");
        try (BundleWriter writer = BundleWriter.create(empty, BundleKind.DISCLOSURE, KeySet.empty())) {
            writer.add(lines("summaries.ndjson").getFirst().getBytes(StandardCharsets.UTF_8));
            writer.finish();
        }
        assertThat(desk.yes("verify", empty.toString(), "--jwks", jwks).out())
                .contains("VERIFIED  1 of 1 receipt valid, partial: a selection, 0 of ");
        assertThat(desk.ask("verify", empty.toString(), "--jwks", jwks, "--require-complete")
                        .code())
                .isEqualTo(ExitCode.NO);
    }

    @Test
    void aDisclosureOfAllButTheFailedStepsIsPartial() throws IOException {
        List<String> words = new ArrayList<>(List.of("bundle", "disclose", bundle, "--out", desk.path("most.zip")));
        int failed = 0;
        for (String line : lines("receipts.ndjson")) {
            Asked receipt = desk.reading(line, "receipt", "inspect", "--json");
            if (receipt.out().contains("\"outcome\":\"failed\"")) {
                failed++;
            } else {
                words.addAll(List.of(
                        "--receipt", receipt.json().string("receipt_ref").orElseThrow()));
            }
        }
        assertThat(failed).isPositive();
        desk.yes(words.toArray(String[]::new));
        assertThat(desk.yes("verify", desk.path("most.zip"), "--jwks", jwks).out())
                .contains("receipts valid, partial: a selection, ");
    }

    @Test
    void aBundleThatWasCutIsDamaged() throws IOException {
        byte[] bytes = Files.readAllBytes(Path.of(bundle));
        Path cut = Files.write(folder.resolve("cut.zip"), Arrays.copyOf(bytes, bytes.length / 2));
        for (String command : List.of("verify", "bundle show")) {
            List<String> words = new ArrayList<>(List.of(command.split(" ")));
            words.add(cut.toString());
            assertThat(desk.ask(words.toArray(String[]::new)).code())
                    .as(command)
                    .isEqualTo(ExitCode.TAMPERED);
        }
    }

    @Test
    void theReportTellsTheOrderAndWhatTheKeyHolderCanDo() {
        assertThat(desk.yes("verify", bundle, "--jwks", jwks).out())
                .contains("19 of 19 receipts valid, complete")
                .contains("order    proven, one chain from root to tip: run → ")
                .contains("limits   the holder of the key alone can still rewrite all of it")
                .contains("issue the last step again, or cut the tail and sign the rest as final");
    }

    @Test
    void ofABeginningTheReportDoesNotCallTheLastReceiptTheTip() throws IOException {
        Path beginning = Files.write(
                folder.resolve("beginning.ndjson"), lines("receipts.ndjson").subList(0, 3));
        assertThat(desk.yes("verify", beginning.toString(), "--jwks", jwks).out())
                .contains("order    proven as far as it is here, one chain from the root: run → ")
                .doesNotContain("root to tip");
    }

    @Test
    void oneReceiptIsDisclosedWithItsProof() throws IOException {
        String reference = desk.reading(lines("receipts.ndjson").get(2), "receipt", "inspect", "--json")
                .json()
                .string("receipt_ref")
                .orElseThrow();
        String out = desk.path("one.zip");
        assertThat(desk.yes("bundle", "disclose", bundle, "--receipt", reference, "--out", out)
                        .out())
                .contains("2 receipts, 1 of them a summary; each step with its proof");
        assertThat(desk.yes("bundle", "show", out).out()).startsWith("Waybill bundle (disclosure)");
        desk.yes("verify", out, "--jwks", jwks);
    }

    @Test
    void theSummariesCanBeDisclosedAlone() {
        String out = desk.path("end.zip");
        assertThat(desk.yes("bundle", "disclose", bundle, "--summary", "--out", out)
                        .out())
                .contains("the summaries alone");
        Asked verified = desk.yes("verify", out, "--jwks", jwks);
        assertThat(verified.out()).contains("partial").doesNotContain("step_");
        assertThat(desk.ask("bundle", "disclose", bundle, "--out", out).err()).contains("--summary");
    }

    @Test
    void receiptsThatWereNotMadeForItCannotBeRedacted() {
        Asked asked = desk.ask("bundle", "redact", bundle, "--out", desk.path("less.zip"));
        assertThat(asked.code()).isEqualTo(ExitCode.NO);
        assertThat(asked.err()).contains("would break the signature");
    }

    @Test
    void aPeacBundleOfWireOneReceiptsIsRefusedWithTheReason() {
        Asked asked = desk.ask("bundle", "create", bundle, "--peac", "--out", desk.path("peac.zip"));
        assertThat(asked.code()).isEqualTo(ExitCode.NO);
        assertThat(asked.err()).contains("0.2");
    }

    @Test
    void theGraphIsDrawnInEveryFormat() {
        assertThat(desk.yes("graph", bundle).out()).contains("demo.publish", "core.agents.run", "demo.researcher");
        assertThat(desk.yes("graph", bundle, "--dot").out()).startsWith("digraph");
        assertThat(desk.yes("graph", bundle, "--mermaid").out()).contains("flowchart");
        assertThat(desk.yes("graph", bundle, "--svg").out()).contains("<svg");
        assertThat(desk.yes("graph", bundle, "--json")
                        .json()
                        .array("steps")
                        .orElseThrow()
                        .size())
                .isEqualTo(17);
        assertThat(desk.ask("graph", bundle, "--dot", "--svg").code()).isEqualTo(ExitCode.USAGE);
    }

    @Test
    void thePageIsOneFileThatNamesTheVerdict() {
        String page = desk.path("report.html");
        assertThat(desk.yes("verify", bundle, "--jwks", jwks, "--html", page).out())
                .contains(page);
        assertThat(desk.text("report.html")).containsIgnoringCase("verified").doesNotContain("src=\"http");
    }

    private List<String> lines(String entry) throws IOException {
        try (var zip = new ZipFile(bundle)) {
            return new String(zip.getInputStream(zip.getEntry(entry)).readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        }
    }
}

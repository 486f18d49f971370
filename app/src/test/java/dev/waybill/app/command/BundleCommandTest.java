package dev.waybill.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.house.Asked;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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
    void oneReceiptIsDisclosedWithItsProof() throws IOException {
        String reference = desk.reading(lines("receipts.ndjson").get(2), "receipt", "inspect", "--json")
                .json()
                .string("receipt_ref")
                .orElseThrow();
        String out = desk.path("one.zip");
        assertThat(desk.yes("bundle", "disclose", bundle, "--receipt", reference, "--out", out)
                        .out())
                .contains("with their proofs");
        assertThat(desk.yes("bundle", "show", out).out()).startsWith("Waybill bundle (disclosure)");
        desk.yes("verify", out, "--jwks", jwks);
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
        assertThat(desk.yes("graph", bundle).out()).contains("demo.search");
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
            return new String(
                            zip.getInputStream(zip.getEntry(entry)).readAllBytes(),
                            java.nio.charset.StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        }
    }
}

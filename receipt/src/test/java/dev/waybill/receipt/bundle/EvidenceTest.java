package dev.waybill.receipt.bundle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.receipt.audit.Verdict;
import dev.waybill.receipt.jws.Wire;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EvidenceTest {

    @TempDir
    Path folder;

    private final Run run = Run.of(Wire.V0_1, 3);

    @Test
    void aSingleReceiptIsRecognised() throws IOException {
        assertReceipts(write("one.txt", run.presented.getFirst() + "\n"), EvidenceKind.RECEIPT, 1);
        assertReceipts(write("two.txt", "\n  " + run.presented.getFirst() + "\r\n"), EvidenceKind.RECEIPT, 1);
    }

    @Test
    void aReceiptWithItsDisclosureIsRecognised() throws IOException {
        Run redactable = Run.of("RUN", Wire.V0_1, 1, true);
        Path file = write("one.txt", redactable.presented.getFirst());
        try (Evidence evidence = Evidence.open(file, EvidenceOptions.at(Run.NOW))) {
            assertThat(BundleTest.lines(evidence.receipts())).isEqualTo(redactable.presented);
        }
    }

    @Test
    void linesMayBeReceiptsStringsOrObjects() throws IOException {
        List<String> lines = new ArrayList<>();
        lines.add(run.presented.get(0));
        lines.add("\"" + run.presented.get(1) + "\"");
        lines.add("");
        lines.add("{\"name\":\"third\",\"jws\":\"" + run.presented.get(2) + "\"}");
        assertReceipts(write("mixed", String.join("\n", lines)), EvidenceKind.RECEIPT_LINES, 3);
        String carrier = "{\"receipt_ref\":\"" + run.receipts.getFirst().ref() + "\",\"receipt_jws\":\""
                + run.presented.getFirst() + "\"}";
        assertReceipts(write("carrier", carrier), EvidenceKind.RECEIPT, 1);
        assertReceipts(write("pretty", carrier.replace(",", ",\n  ")), EvidenceKind.RECEIPT, 1);
    }

    @Test
    void aJsonArrayIsRecognised() throws IOException {
        String array = JsonWriter.pretty(JsonArray.ofStrings(run.presented));
        assertReceipts(write("array.json", array), EvidenceKind.RECEIPT_ARRAY, 3);
    }

    @Test
    void aDirectoryIsReadInTheOrderOfItsNames() throws IOException {
        Files.createDirectory(folder.resolve("deep"));
        write("a.jws", run.presented.get(0));
        write("b.jsonl", run.presented.get(1));
        write("deep/c.json", "[\"" + run.presented.get(2) + "\"]");
        write("jwks.json", JsonWriter.pretty(Run.KEYS.toJwks()));
        write("package.json", "{\"name\":\"nothing to see\"}");
        write("notes.txt", "no receipt at all");
        try (Evidence evidence = Evidence.open(folder, EvidenceOptions.at(Run.NOW))) {
            assertThat(BundleTest.lines(evidence.receipts())).isEqualTo(run.presented);
            assertThat(evidence.keys().all()).containsExactly(Run.KEY.verificationKey());
        }
        assertThat(Run.audit(folder).verdict()).isEqualTo(Verdict.VERIFIED);
    }

    @Test
    void anUnpackedBundleIsADirectoryLikeAnyOther() throws IOException {
        Path bundle = run.writeTo(Files.createDirectory(folder.resolve("in")).resolve("bundle.zip"));
        Path out = Files.createDirectory(folder.resolve("out"));
        try (var zip = new java.util.zip.ZipFile(bundle.toFile())) {
            for (var entry : zip.stream().toList()) {
                Files.write(
                        out.resolve(entry.getName()), zip.getInputStream(entry).readAllBytes());
            }
        }
        assertThat(Run.audit(out).verdict()).isEqualTo(Verdict.VERIFIED);
    }

    @Test
    void severalInputsAreOneSet() throws IOException {
        Path first = write("first", run.presented.get(0) + "\n" + run.presented.get(1));
        Path second = write("second", run.presented.get(2));
        Path keys = write("keys", JsonWriter.compact(Run.KEYS.toJson()));
        assertThat(Run.audit(first).counts().total()).isEqualTo(2);
        assertThat(Run.audit(first, second, keys).counts().valid()).isEqualTo(3);
        try (Evidence evidence = Evidence.open(List.of(first, second, keys), EvidenceOptions.at(Run.NOW))) {
            assertThat(evidence.description()).isEqualTo("receipts, one a line and a single receipt and a key set");
        }
    }

    @Test
    void aBundleIsRecognisedWhateverItsName() throws IOException {
        Path file = run.writeTo(folder.resolve("evidence.bin"));
        try (Evidence evidence = Evidence.open(file, EvidenceOptions.at(Run.NOW))) {
            assertThat(evidence.kinds()).containsExactly(EvidenceKind.BUNDLE);
            assertThat(evidence.estimatedReceipts()).isEqualTo(3);
            assertThat(evidence.isDisclosure()).isFalse();
        }
    }

    @Test
    void standardInputIsSpooledAndForgotten() throws IOException {
        byte[] bundle = Files.readAllBytes(run.writeTo(folder.resolve("bundle.zip")));
        try (Evidence evidence =
                Evidence.spool(new ByteArrayInputStream(bundle), 1 << 20, EvidenceOptions.at(Run.NOW))) {
            assertThat(evidence.kinds()).containsExactly(EvidenceKind.BUNDLE);
            assertThat(BundleTest.lines(evidence.receipts())).hasSize(4);
        }
        assertThatThrownBy(() -> Evidence.spool(new ByteArrayInputStream(bundle), 100, EvidenceOptions.at(Run.NOW)))
                .isInstanceOf(UnreadableEvidence.class);
        assertThatThrownBy(
                        () -> Evidence.spool(new ByteArrayInputStream(new byte[0]), 100, EvidenceOptions.at(Run.NOW)))
                .hasMessageEndingWith("found an empty file in standard input");
    }

    @Test
    void whatHoldsNoReceiptIsUnreadable() throws IOException {
        Path empty = Files.createDirectory(folder.resolve("empty"));
        Stream.of(
                        folder.resolve("absent"),
                        empty,
                        write("nothing", ""),
                        write("blank", " \n\n"),
                        write("binary", "\u0001\u0002\u0003.\u0000"),
                        write("prose", "Dear auditor"),
                        write("json", "{\"hello\":\"world\"}"),
                        write("broken", "{\"hello\""),
                        write("list", "[1,2]"),
                        write("none", "[]"))
                .forEach(path -> assertThatThrownBy(() -> Evidence.open(path, EvidenceOptions.at(Run.NOW)))
                        .as(path.toString())
                        .isInstanceOfSatisfying(UnreadableEvidence.class, e -> {
                            assertThat(e.expected()).isNotEmpty();
                            assertThat(e.found()).isNotEmpty();
                            assertThat(e.next()).isNotEmpty();
                        }));
    }

    @Test
    void aBrokenLineIsJudgedAndNotSkipped() throws IOException {
        Path file = write("lines", run.presented.get(0) + "\n{\"jws\":\n" + run.presented.get(1));
        assertThat(Run.audit(file).counts().invalid()).isEqualTo(1);
    }

    private void assertReceipts(Path file, EvidenceKind kind, int count) throws IOException {
        try (Evidence evidence = Evidence.open(file, EvidenceOptions.at(Run.NOW))) {
            assertThat(evidence.kinds()).containsExactly(kind);
            assertThat(BundleTest.lines(evidence.receipts())).isEqualTo(run.presented.subList(0, count));
            // A second pass gives the same.
            assertThat(BundleTest.lines(evidence.receipts())).hasSize(count);
        }
    }

    private Path write(String name, String content) throws IOException {
        return Files.writeString(folder.resolve(name), content);
    }
}

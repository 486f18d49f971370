package dev.waybill.receipt.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.receipt.code.Code;
import dev.waybill.testkit.Interop;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// `docs/verification.md` tells every code, as the code has it, and no other.
class VerificationPageTest {

    private static List<String[]> rows(int cells) throws IOException {
        return Files.readAllLines(Interop.projectRoot().resolve("docs/verification.md")).stream()
                .filter(line -> line.startsWith("| `"))
                .map(line -> line.substring(2, line.length() - 2).split(" \\| ", -1))
                .filter(row -> row.length == cells)
                .toList();
    }

    @Test
    void everyFindingOfASetIsExplained() throws IOException {
        assertThat(rows(4).stream().map(row -> row[0] + weight(row[1]) + row[3]))
                .containsExactlyElementsOf(Stream.of(FindingCode.values())
                        .map(code -> "`" + code + "`" + code.severity().wire() + code.next())
                        .toList());
    }

    @Test
    void everyFindingOfOneReceiptIsExplained() throws IOException {
        assertThat(rows(3).stream().map(row -> row[0] + row[1] + row[2]))
                .containsExactlyElementsOf(Stream.of(Code.values())
                        .map(code -> "`" + code + "`" + severity(code) + code.next())
                        .toList());
    }

    @Test
    void everyWeightThatACodeCanHaveIsTold() throws IOException {
        List<String> weights = Stream.of(Severity.values()).map(Severity::wire).toList();
        assertThat(rows(4)).allSatisfy(row -> {
            assertThat(weights).contains(weight(row[1]));
            String other = row[1].substring(weight(row[1]).length());
            assertThat(other.isEmpty() || weights.stream().anyMatch(each -> other.startsWith("; " + each + " ")))
                    .as(row[1])
                    .isTrue();
        });
    }

    /// The weight that a code has unless its circumstances are told behind a semicolon.
    private static String weight(String cell) {
        int end = cell.indexOf(';');
        return end < 0 ? cell : cell.substring(0, end);
    }

    private static String severity(Code code) {
        FindingLog log = new FindingLog();
        log.addInvalid(code, "sha256:", "");
        return log.listed().getFirst().severity().wire();
    }
}

package dev.waybill.app.command;

import static dev.waybill.app.house.Asked.reading;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.house.Asked;
import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonBool;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MerkleCommandTest {

    private static final String REFERENCES = references(5);

    @Test
    void theRootDoesNotDependOnTheOrderOfTheLines() {
        Asked asked = reading(REFERENCES, "merkle", "root", "--json");
        String backwards = REFERENCES.lines().sorted().collect(Collectors.joining("\n"));
        assertThat(asked.json().names()).containsExactly("root", "tree_size");
        assertThat(reading(backwards, "merkle", "root", "--lines").out()).isEqualTo(asked.out());
        assertThat(reading(REFERENCES, "merkle", "root").out())
                .startsWith("sha256:")
                .contains("  5 receipts");
    }

    @Test
    void aLineThatIsNeitherReferenceNorReceiptIsNamed() {
        Asked asked = reading(REFERENCES + "hello\n", "merkle", "root");
        assertThat(asked.code()).isEqualTo(ExitCode.USAGE);
        assertThat(asked.err()).contains("line 6", "\"hello\"");
    }

    @Test
    void aReceiptThatIsThereTwiceIsRefused() {
        assertThat(reading(REFERENCES + references(1), "merkle", "root").code()).isEqualTo(ExitCode.NO);
    }

    @Test
    void whatIsProvenChecks() {
        String proof = prove();
        Asked asked = reading(proof, "merkle", "check", "--json", "--tree-size", "5");
        assertThat(asked.code()).isEqualTo(ExitCode.YES);
        assertThat(asked.json().get("valid")).isEqualTo(JsonBool.TRUE);
        assertThat(reading(proof, "merkle", "check").out()).startsWith("valid");
    }

    @Test
    void aProofForAnotherSizeOrRootFails() {
        String proof = prove();
        assertThat(reading(proof, "merkle", "check", "--tree-size", "6").code()).isEqualTo(ExitCode.TAMPERED);
        assertThat(reading(proof, "merkle", "check", "--root", digest(9)).code())
                .isEqualTo(ExitCode.TAMPERED);
        assertThat(reading("{}", "merkle", "check").code()).isEqualTo(ExitCode.NO);
    }

    @Test
    void aLogThatGrewIsProven() {
        String oldRoot = reading(references(3), "merkle", "root", "--order", "commit", "--json")
                .json()
                .string("root")
                .orElseThrow();
        Asked proof = reading(REFERENCES, "merkle", "prove", "--order", "commit", "--from-size", "3", "--json");
        assertThat(proof.code()).isEqualTo(ExitCode.YES);
        assertThat(reading(proof.out(), "merkle", "check", "--old-root", oldRoot)
                        .code())
                .isEqualTo(ExitCode.YES);
        assertThat(reading(proof.out(), "merkle", "check", "--old-root", digest(9))
                        .code())
                .isEqualTo(ExitCode.TAMPERED);
    }

    @Test
    void aReceiptThatIsNotAmongThemCannotBeProven() {
        Asked asked = reading(REFERENCES, "merkle", "prove", "--receipt", digest(9));
        assertThat(asked.code()).isEqualTo(ExitCode.NO);
        assertThat(asked.err()).contains("not among the receipts");
    }

    private static String prove() {
        return reading(REFERENCES, "merkle", "prove", "--receipt", digest(2), "--json")
                .out();
    }

    private static String references(int count) {
        return IntStream.range(0, count).mapToObj(i -> digest(i) + "\n").collect(Collectors.joining());
    }

    private static String digest(int i) {
        return Digest.of(Integer.toString(i).getBytes(StandardCharsets.UTF_8)).toString();
    }
}

package dev.waybill.app.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.house.Asked;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/// Whatever a command is given, it ends in words and with one of four codes.
class BadInputTest {

    private static final List<String> READERS = List.of(
            "verify",
            "graph",
            "bundle show",
            "bundle create --out OUT",
            "bundle disclose --receipt x --out OUT",
            "bundle redact --out OUT",
            "receipt verify",
            "receipt inspect",
            "receipt issue",
            "receipt check-context",
            "receipt check-summary",
            "merkle root",
            "merkle prove --from-size 1 --order commit",
            "merkle check",
            "keys show",
            "workflow check",
            "workflow show",
            "workflow preview");

    @TempDir
    Path folder;

    @TestFactory
    Stream<DynamicTest> everyReaderRefusesEveryBadFile() throws IOException {
        Map<String, byte[]> files = badFiles();
        for (var file : files.entrySet()) {
            Files.write(folder.resolve(file.getKey()), file.getValue());
        }
        Stream<String> names = Stream.concat(files.keySet().stream(), Stream.of("missing", "."));
        return names.flatMap(name ->
                READERS.stream().map(reader -> dynamicTest(reader + " " + name, () -> refuses(reader, name))));
    }

    private void refuses(String reader, String name) {
        String[] words = words(reader, folder.resolve(name).toString());
        Asked person = new Desk(folder).ask(words);
        assertThat(person.code()).isNotEqualTo(ExitCode.YES);
        assertThat(person.out() + person.err())
                .isNotBlank()
                .doesNotContain("should not happen", "\tat ", "Exception", "\u0000");
        Asked program = new Desk(folder).ask(with(words, "--json"));
        assertThat(program.err()).isEmpty();
        assertThat(program.json().names()).isNotEmpty();
        assertThat(program.code()).isEqualTo(person.code());
    }

    private static Map<String, byte[]> badFiles() {
        Map<String, byte[]> files = new LinkedHashMap<>();
        byte[] noise = new byte[2_000];
        new Random(3).nextBytes(noise);
        files.put("empty", new byte[0]);
        files.put("noise", noise);
        files.put("text", bytes("hello\nworld\n"));
        files.put("half.json", bytes("{\"a\": [1,"));
        files.put("wrong.json", bytes("{\"a\":1}"));
        files.put("deep.json", bytes("[".repeat(100_000)));
        files.put("long-line", bytes("x".repeat(3 << 20)));
        files.put("cut.zip", bytes("PK\u0003\u0004nothing"));
        return files;
    }

    @Test
    void aFolderThatIsNotThereIsNamedAndNotAFileOfOurs() {
        String nowhere = folder.resolve("nowhere").toString();
        for (String words : List.of(
                "keys new --out " + nowhere + "/key.jwk",
                "workflow new first --out " + nowhere + "/first.json",
                "verify - --html " + nowhere + "/report.html")) {
            Asked asked = Asked.waybill(words.split(" "));
            assertThat(asked.code()).as(words).isEqualTo(ExitCode.USAGE);
            assertThat(asked.err()).as(words).contains("there is no folder " + nowhere + " for " + nowhere);
        }
    }

    @Test
    void everyCommandRefusesAnUnknownOption() {
        for (String reader : READERS) {
            Asked asked = new Desk(folder).ask(words(reader, "--no-such-option"));
            assertThat(asked.code()).isEqualTo(ExitCode.USAGE);
            assertThat(asked.err()).contains("--no-such-option", "--help'");
        }
    }

    private String[] words(String reader, String last) {
        return with(reader.replace("OUT", folder.resolve("out.zip").toString()).split(" ", -1), last);
    }

    private static String[] with(String[] words, String last) {
        String[] all = java.util.Arrays.copyOf(words, words.length + 1);
        all[words.length] = last;
        return all;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}

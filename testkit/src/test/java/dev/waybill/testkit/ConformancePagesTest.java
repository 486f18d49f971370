package dev.waybill.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The pages below `docs/conformance` claim that statements of other documents hold, and name the tests that show it.
/// A claim without its test is none.
class ConformancePagesTest {

    private static final Path ROOT = Interop.projectRoot();
    private static final Pattern NAMED = Pattern.compile("`(\\w+Test)#(\\w+)`");
    private static final Pattern ROW = Pattern.compile("\\| T(\\d+) \\| .+ \\| (holds|partly|not) \\| (.*) \\|");
    private static final Pattern COUNTS =
            Pattern.compile("(\\d+) statements: (\\d+) hold, (\\d+) partly, (\\d+) not\\.");

    private static List<Path> pages() throws IOException {
        try (Stream<Path> files = Files.list(ROOT.resolve("docs/conformance"))) {
            return files.filter(file -> file.toString().endsWith(".md"))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void everyTestThatAPageNamesIsThere() throws IOException {
        Map<String, List<Path>> tests = tests();
        List<String> missing = new ArrayList<>();
        for (Path page : pages()) {
            List<MatchResult> named =
                    NAMED.matcher(Files.readString(page)).results().toList();
            assertThat(named).as(page.toString()).isNotEmpty();
            for (MatchResult test : named) {
                if (!isThere(tests.getOrDefault(test.group(1), List.of()), test.group(2))) {
                    missing.add(page.getFileName() + ": " + test.group());
                }
            }
        }
        assertThat(missing).isEmpty();
    }

    /// Several rooms may have a class of the same name.
    private static boolean isThere(List<Path> sources, String method) throws IOException {
        Pattern declared =
                Pattern.compile("^    (void|Stream<DynamicTest>) %s\\(".formatted(method), Pattern.MULTILINE);
        for (Path source : sources) {
            if (declared.matcher(Files.readString(source)).find()) {
                return true;
            }
        }
        return false;
    }

    private static Map<String, List<Path>> tests() throws IOException {
        Map<String, List<Path>> tests = new TreeMap<>();
        try (Stream<Path> modules = Files.list(ROOT)) {
            for (Path module : modules.toList()) {
                Path sources = module.resolve("src/test/java");
                if (Files.isDirectory(sources)) {
                    try (Stream<Path> files = Files.walk(sources)) {
                        files.filter(file -> file.toString().endsWith("Test.java"))
                                .forEach(file -> tests.computeIfAbsent(
                                                file.getFileName().toString().replace(".java", ""),
                                                _ -> new ArrayList<>())
                                        .add(file));
                    }
                }
            }
        }
        return tests;
    }

    @Test
    void theTokenContractIsCountedRightAndWhatHoldsNamesItsTest() throws IOException {
        String page = Files.readString(ROOT.resolve("docs/conformance/token-contract.md"));
        List<MatchResult> rows = ROW.matcher(page).results().toList();
        MatchResult counts = COUNTS.matcher(page).results().findFirst().orElseThrow();
        assertThat(rows).hasSize(number(counts, 1));
        for (int i = 0; i < rows.size(); i++) {
            assertThat(number(rows.get(i), 1)).isEqualTo(i + 1);
            if (!rows.get(i).group(2).equals("not")) {
                assertThat(rows.get(i).group(3)).containsPattern(NAMED);
            }
        }
        assertThat(count(rows, "holds")).isEqualTo(number(counts, 2));
        assertThat(count(rows, "partly")).isEqualTo(number(counts, 3));
        assertThat(count(rows, "not")).isEqualTo(number(counts, 4));
    }

    private static long count(List<MatchResult> rows, String word) {
        return rows.stream().filter(row -> row.group(2).equals(word)).count();
    }

    private static int number(MatchResult match, int group) {
        return Integer.parseInt(match.group(group));
    }
}

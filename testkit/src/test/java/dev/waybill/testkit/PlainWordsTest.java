package dev.waybill.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// What people read names nothing that they do not have: no document that only its authors know, and no excuse. It
/// looks at the pages, at what ships as text, and at the strings of the sources.
class PlainWordsTest {

    /// Each stood in a text that a user could see.
    private static final Pattern FOREIGN = Pattern.compile(String.join(
            "|",
            "\\bthe seed\\b",
            "\\bseed('s)? (section|\\d)",
            "\\bDESIGN\\b",
            "this should not happen",
            "\\bgone on with\\b",
            "\\bto mend\\b",
            "take over from who\\b"));

    private static final Pattern STRING = Pattern.compile("\"(?:[^\"\\\\]|\\\\.)*\"");
    private static final List<String> PAGES = List.of(".md", ".txt", ".json", ".html");

    @Test
    void pagesAndResourcesSpeakPlainly() {
        assertThat(found(PlainWordsTest::isPage, Stream::of)).isEmpty();
    }

    @Test
    void whatTheProgramSaysIsPlain() {
        assertThat(found(
                        PlainWordsTest::isSource,
                        line -> STRING.matcher(line).results().map(MatchResult::group)))
                .isEmpty();
    }

    @Test
    void theRuleItselfNoticesThem() {
        for (String bad : List.of(
                "see the seed's section 4", "follows seed 4.3", "this should not happen: null", "told what to mend")) {
            assertThat(FOREIGN.matcher(bad).find()).as(bad).isTrue();
        }
        assertThat(FOREIGN.matcher("it prints its random seed; the run's secret seed")
                        .find())
                .isFalse();
    }

    private static boolean isPage(String file) {
        boolean ships = file.startsWith("docs/") || !file.contains("/") || file.contains("/src/main/resources/");
        return ships && PAGES.stream().anyMatch(file::endsWith);
    }

    private static boolean isSource(String file) {
        return file.contains("/src/main/java/") && !file.startsWith("testkit/") && file.endsWith(".java");
    }

    /// The texts with such words, by file.
    private static Map<String, List<String>> found(
            Predicate<String> chosen, Function<String, Stream<String>> textsOfALine) {
        Path root = Interop.projectRoot();
        Map<String, List<String>> found = new TreeMap<>();
        try (var files = Files.walk(root)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String name = root.relativize(file).toString();
                if (chosen.test(name) && !name.contains("target/")) {
                    List<String> bad = Files.readAllLines(file).stream()
                            .filter(line -> !line.strip().startsWith("//"))
                            .flatMap(textsOfALine)
                            .filter(text -> FOREIGN.matcher(text).find())
                            .toList();
                    found.put(name, bad);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        assertThat(found).as("files looked at").hasSizeGreaterThan(20);
        found.values().removeIf(List::isEmpty);
        return found;
    }
}

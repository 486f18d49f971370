package dev.waybill.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// A file that grows too long is a design that stopped. These bounds are a ratchet: lower them, never raise.
class SourceSizeTest {

    private static final int LONGEST_FILE = 400;
    private static final int MOST_FILES = 200;

    @Test
    void noFileIsLongerThanItsBound() {
        assertThat(lines())
                .allSatisfy((file, lines) -> assertThat(lines)
                        .as("lines of " + file + "; split it where a second idea begins")
                        .isLessThanOrEqualTo(LONGEST_FILE));
    }

    @Test
    void nineOfTenFilesAreShort() {
        var sorted = lines().values().stream().sorted().toList();
        int p90 = sorted.get((int) Math.ceil(sorted.size() * 0.9) - 1);
        assertThat(p90).as("p90 of the lines of all Java files").isLessThanOrEqualTo(MOST_FILES);
    }

    private static Map<String, Integer> lines() {
        Path root = Interop.projectRoot();
        Map<String, Integer> lines = new TreeMap<>();
        try (var files = Files.walk(root)) {
            files.filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> !root.relativize(file).toString().contains("target/"))
                    .forEach(file -> lines.put(root.relativize(file).toString(), count(file)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return lines;
    }

    private static int count(Path file) {
        try (var text = Files.lines(file)) {
            return (int) text.count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

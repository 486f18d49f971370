package dev.waybill.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.testkit.Interop;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// Bytes that never change: what stands in these files stands in somebody's store.
///
/// `-Dwaybill.golden=add` writes a file that is missing, to be read and committed by a person. No switch changes one.
final class Golden {

    private static final String SUFFIX = ".json";

    private final Path folder;

    Golden(String... folders) {
        Path found = Interop.projectRoot().resolve("journal/src/test/resources/golden");
        for (String name : folders) {
            found = found.resolve(name);
        }
        this.folder = found;
    }

    List<String> names() {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(SUFFIX))
                    .map(name -> name.substring(0, name.length() - SUFFIX.length()))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    byte[] bytes(String name) {
        try {
            return Files.readAllBytes(folder.resolve(name + SUFFIX));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void check(String name, byte[] actual) {
        Path file = folder.resolve(name + SUFFIX);
        if (!Files.exists(file) && "add".equals(System.getProperty("waybill.golden"))) {
            add(file, actual);
        }
        assertThat(file)
                .as("add it once with -Dwaybill.golden=add, and read it")
                .exists();
        assertThat(new String(actual, StandardCharsets.UTF_8))
                .isEqualTo(new String(bytes(name), StandardCharsets.UTF_8));
    }

    private static void add(Path file, byte[] bytes) {
        try {
            Files.createDirectories(file.getParent());
            Files.write(file, bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

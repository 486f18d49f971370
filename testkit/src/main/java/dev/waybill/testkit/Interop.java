package dev.waybill.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/// Data that other systems wrote, beside the checkout. The project's own tests stand without it; a
/// test that reads it is named `…InteropTest` and is skipped, visibly, where the data is absent.
public final class Interop {

    private Interop() {}

    /// The root of the project: given by the build, or found from the working directory.
    public static Path projectRoot() {
        String given = System.getProperty("waybill.root");
        if (given != null) {
            return Path.of(given);
        }
        Path here = Path.of("").toAbsolutePath();
        while (here != null && !Files.exists(here.resolve(".ci"))) {
            here = here.getParent();
        }
        if (here == null) {
            throw new IllegalStateException("run tests inside the project");
        }
        return here;
    }

    /// A file or folder of the interop data, or a skipped test where there is none.
    public static Path path(String relative) {
        Path root = projectRoot().resolveSibling("shared").resolve("interop");
        Assumptions.assumeTrue(Files.isDirectory(root), "no interop data beside the checkout");
        return root.resolve(relative);
    }

    public static byte[] bytes(String relative) {
        return read(path(relative));
    }

    public static String text(String relative) {
        return new String(bytes(relative), java.nio.charset.StandardCharsets.UTF_8);
    }

    private static byte[] read(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

package dev.waybill.app.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/// A file that is read from its end, as bundles are. Standard input is kept in a temporary file meanwhile.
public final class SpooledInput implements AutoCloseable {

    /// The most that standard input may have.
    public static final long MOST = 16L << 30;

    private static final int BUFFER = 1 << 16;

    private final Path path;
    private final boolean temporary;

    private SpooledInput(Path path, boolean temporary) {
        this.path = path;
        this.temporary = temporary;
    }

    /// The file that an argument names, or what standard input holds for `-`.
    public static SpooledInput open(String argument, Environment environment) throws IOException {
        if (!argument.equals("-")) {
            // Opened once here, so that a path that cannot be read is told in the same words everywhere.
            Input.open(argument, environment).close();
            return new SpooledInput(Path.of(argument), false);
        }
        var spooled = new SpooledInput(Files.createTempFile("waybill-", ".input"), true);
        try (OutputStream out = Files.newOutputStream(spooled.path)) {
            copy(environment.in(), out);
            return spooled;
        } catch (IOException | RuntimeException e) {
            spooled.close();
            throw e;
        }
    }

    private static void copy(InputStream in, OutputStream out) throws IOException {
        byte[] buffer = new byte[BUFFER];
        long size = 0;
        for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
            size += read;
            if (size > MOST) {
                throw Failure.unexpected("standard input", "at most " + MOST + " bytes", "more", "Give a file.");
            }
            out.write(buffer, 0, read);
        }
    }

    public Path path() {
        return path;
    }

    @Override
    public void close() throws IOException {
        if (temporary) {
            Files.deleteIfExists(path);
        }
    }
}

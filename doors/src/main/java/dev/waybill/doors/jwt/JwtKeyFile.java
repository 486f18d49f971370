package dev.waybill.doors.jwt;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A JWKS in a file. Replace the file, and the next request is judged by the new keys.
public final class JwtKeyFile implements JwtKeySource {

    private final Path file;
    private @Nullable FileTime seen;

    public JwtKeyFile(Path file) {
        this.file = file;
    }

    @Override
    public synchronized byte[] read() throws IOException {
        seen = Files.getLastModifiedTime(file);
        return Files.readAllBytes(file);
    }

    @Override
    public synchronized boolean isStale(Instant readAt, Instant now) {
        try {
            return !Files.getLastModifiedTime(file).equals(seen);
        } catch (IOException _) {
            return true; // Gone: reading it says so.
        }
    }
}

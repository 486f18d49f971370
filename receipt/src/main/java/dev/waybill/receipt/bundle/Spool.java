package dev.waybill.receipt.bundle;

import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/// Lines put aside on disk until their turn comes, so that memory stays constant. Gone when closed.
final class Spool implements Closeable {

    private static final int BUFFER = 1 << 16;

    private final Path file;
    private final OutputStream out;
    private boolean empty = true;

    Spool(Path folder) throws IOException {
        file = Files.createTempFile(folder, ".waybill-", ".part");
        out = new BufferedOutputStream(Files.newOutputStream(file), BUFFER);
    }

    void line(byte[] line) throws IOException {
        empty = false;
        out.write(line);
        out.write('\n');
    }

    boolean isEmpty() {
        return empty;
    }

    void copyTo(ZipWriter zip) throws IOException {
        out.flush();
        byte[] buffer = new byte[BUFFER];
        try (InputStream in = Files.newInputStream(file)) {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                zip.write(buffer, 0, read);
            }
        }
    }

    @Override
    public void close() throws IOException {
        try {
            out.close();
        } finally {
            Files.deleteIfExists(file);
        }
    }
}

package dev.waybill.evidence.read.agentmesh;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What git says of the files of commits: texts that end in NUL, of which two empty ones begin a commit.
final class GitOutput implements AutoCloseable {

    private final InputStream in;

    /// Where the next commit begins.
    private @Nullable String ahead;

    GitOutput(InputStream in) {
        this.in = new BufferedInputStream(in, 1 << 16);
    }

    /// The files of the next commit, which must be the one that is expected.
    List<String> filesOf(String sha) throws IOException {
        if (ahead == null) {
            ahead = text();
        }
        require(ahead);
        require(text());
        if (!sha.equals(text())) {
            throw new IOException("git's output has another order than expected");
        }
        require(text());
        List<String> files = new ArrayList<>();
        for (ahead = text(); ahead != null && !ahead.isEmpty(); ahead = text()) {
            files.add(files.isEmpty() ? ahead.substring(ahead.startsWith("\n") ? 1 : 0) : ahead);
        }
        return files;
    }

    private static void require(@Nullable String text) throws IOException {
        if (text == null || !text.isEmpty()) {
            throw new IOException("git's output has another form than expected");
        }
    }

    private @Nullable String text() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        int c = in.read();
        if (c < 0) {
            return null;
        }
        for (; c > 0; c = in.read()) {
            bytes.write(c);
            if (bytes.size() > GitRepository.LONGEST_TEXT) {
                throw new IOException("expected messages of at most " + GitRepository.LONGEST_TEXT + " bytes");
            }
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}

package dev.waybill.evidence.read.agentmesh;

import dev.waybill.evidence.read.agentmesh.GitRepository.Commit;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What git says of commits: texts that end in NUL, of which two empty ones begin a commit.
final class GitOutput implements AutoCloseable {

    private final InputStream in;

    GitOutput(InputStream in) {
        this.in = new BufferedInputStream(in, 1 << 16);
    }

    void forEach(GitRepository.Taking next) throws IOException {
        String text = text();
        while (text != null) {
            require(text);
            require(text());
            String sha = some();
            String committedAt = some();
            String message = some();
            require(text());
            List<String> files = new ArrayList<>();
            for (text = text(); text != null && !text.isEmpty(); text = text()) {
                files.add(files.isEmpty() ? text.substring(text.startsWith("\n") ? 1 : 0) : text);
            }
            next.commit(new Commit(sha, committedAt, message, files));
        }
    }

    private static void require(@Nullable String text) throws IOException {
        if (text == null || !text.isEmpty()) {
            throw new IOException("git's output has another form than expected");
        }
    }

    private String some() throws IOException {
        String text = text();
        if (text == null) {
            throw new IOException("git's output ends too early");
        }
        return text;
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

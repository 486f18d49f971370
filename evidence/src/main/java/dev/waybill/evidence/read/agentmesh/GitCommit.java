package dev.waybill.evidence.read.agentmesh;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A commit's object as git keeps it, with the hash of what was read: git shows an object under the name that it was
/// asked for, and looks at the bytes only when it is told to.
///
/// @param sha the name under which it was read
/// @param raw null when there is no such object
@SuppressWarnings("ArrayRecordComponent")
record GitCommit(String sha, byte @Nullable [] raw) {

    private static final Pattern HEADER = Pattern.compile("([0-9a-f]{40}|[0-9a-f]{64}) commit (\\d{1,9})");
    private static final Pattern COMMITTER =
            Pattern.compile("^committer .*> (-?\\d{1,12}) ([+-]\\d{4})$", Pattern.MULTILINE);
    private static final Pattern ENCODING = Pattern.compile("^encoding (\\S+)$", Pattern.MULTILINE);
    private static final int SHA1_HEX = 40;

    /// The next of what `git cat-file --batch` says; null at its end.
    static @Nullable GitCommit read(BufferedInputStream in) throws IOException {
        String header = line(in);
        if (header.isEmpty()) {
            return null;
        }
        Matcher commit = HEADER.matcher(header);
        if (!commit.matches()) {
            return new GitCommit(header.split(" ", 2)[0], null);
        }
        int size = Integer.parseInt(commit.group(2));
        if (size > GitRepository.LONGEST_TEXT) {
            throw new IOException("expected commits of at most " + GitRepository.LONGEST_TEXT + " bytes");
        }
        byte[] raw = in.readNBytes(size);
        if (raw.length < size || in.read() != '\n') {
            throw new IOException("git's output ends too early");
        }
        return new GitCommit(commit.group(1), raw);
    }

    private static String line(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int c = in.read(); c >= 0 && c != '\n' && line.size() < GitRepository.LONGEST_TEXT; c = in.read()) {
            line.write(c);
        }
        return line.toString(StandardCharsets.UTF_8);
    }

    /// Whether the object is the one that its name says.
    boolean isGenuine() {
        if (raw == null) {
            return false;
        }
        try {
            MessageDigest digest = MessageDigest.getInstance(sha.length() == SHA1_HEX ? "SHA-1" : "SHA-256");
            digest.update(("commit " + raw.length + "\0").getBytes(StandardCharsets.US_ASCII));
            return HexFormat.of().formatHex(digest.digest(raw)).equals(sha);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /// Everything below the first empty line.
    String message() {
        String text = text();
        int blank = text.indexOf("\n\n");
        return blank < 0 ? "" : text.substring(blank + 2);
    }

    /// When it was committed, in the zone of whoever did; null when the object does not say.
    @Nullable
    String committedAt() {
        Matcher committer = COMMITTER.matcher(head());
        if (!committer.find()) {
            return null;
        }
        try {
            return Instant.ofEpochSecond(Long.parseLong(committer.group(1)))
                    .atOffset(ZoneOffset.of(committer.group(2)))
                    .format(DateTimeFormatter.ISO_OFFSET_DATE_TIME);
        } catch (DateTimeException _) {
            return null;
        }
    }

    private String head() {
        String text = new String(raw == null ? new byte[0] : raw, StandardCharsets.UTF_8);
        int blank = text.indexOf("\n\n");
        return blank < 0 ? text : text.substring(0, blank);
    }

    private String text() {
        Matcher encoding = ENCODING.matcher(head());
        return new String(
                raw == null ? new byte[0] : raw, encoding.find() ? charset(encoding.group(1)) : StandardCharsets.UTF_8);
    }

    private static Charset charset(String name) {
        try {
            return Charset.forName(name);
        } catch (IllegalCharsetNameException | UnsupportedCharsetException _) {
            return StandardCharsets.UTF_8;
        }
    }
}

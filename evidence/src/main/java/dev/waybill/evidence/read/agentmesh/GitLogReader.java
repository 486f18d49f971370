package dev.waybill.evidence.read.agentmesh;

import dev.waybill.base.json.JsonObject;
import dev.waybill.evidence.RecordFormat;
import dev.waybill.evidence.read.EvidenceReader;
import dev.waybill.evidence.read.JsonRows;
import dev.waybill.evidence.read.RecordSink;
import dev.waybill.evidence.read.SourceFile;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What `git log` printed into a file, as it is or with only the messages in it. Patches and files are not in it, so
/// they are not checked.
public final class GitLogReader implements EvidenceReader {

    private static final Pattern COMMIT = Pattern.compile("commit ([0-9a-f]{40}|[0-9a-f]{64})(?: \\(.*\\))?");

    /// The lines that git puts between a commit's name and its message.
    private static final Pattern HEADER =
            Pattern.compile("(?:Merge|Author|AuthorDate|Commit|CommitDate|Date|Refs|Reflog|Reflog message): .*");

    private static final int LONGEST_MESSAGE = 1 << 20;

    @Override
    public List<RecordFormat> formats() {
        return List.of(CommitRecord.FORMAT);
    }

    @Override
    public boolean recognises(SourceFile file) {
        return !file.isDirectory()
                && firstLine(file)
                        .filter(line -> COMMIT.matcher(line).matches())
                        .isPresent();
    }

    private static Optional<String> firstLine(SourceFile file) {
        return new BufferedReader(new StringReader(new String(file.head(), StandardCharsets.UTF_8)))
                .lines()
                .findFirst();
    }

    @Override
    public void read(SourceFile file, RecordSink sink) throws IOException {
        try (BufferedReader lines = new BufferedReader(
                        new InputStreamReader(Files.newInputStream(file.path()), StandardCharsets.UTF_8));
                JsonRows<Commits.Judged> commits = new Commits(file, sink).made()) {
            long number = 0;
            Entry entry = new Entry("", 0);
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                number++;
                Matcher commit = COMMIT.matcher(line);
                if (commit.matches()) {
                    entry.give(commits);
                    entry = new Entry(commit.group(1), number);
                } else {
                    entry.add(line);
                }
            }
            entry.give(commits);
        }
    }

    /// One commit under way.
    private static final class Entry {
        private final String sha;
        private final long line;
        private final StringBuilder message = new StringBuilder();
        private boolean indented;

        Entry(String sha, long line) {
            this.sha = sha;
            this.line = line;
        }

        void add(String text) {
            if (message.isEmpty() && HEADER.matcher(text).matches()) {
                indented = true;
            } else if (message.length() + text.length() < LONGEST_MESSAGE && !(message.isEmpty() && text.isEmpty())) {
                message.append(indented && text.startsWith("    ") ? text.substring(4) : text)
                        .append('\n');
            }
        }

        void give(JsonRows<Commits.Judged> commits) throws IOException {
            if (!sha.isEmpty()) {
                JsonObject commit = JsonObject.of("sha", sha)
                        .with("message", message.toString().stripTrailing());
                commits.add(line, commit, message.length());
            }
        }
    }
}

package dev.waybill.evidence.read.agentmesh;

import dev.waybill.base.json.JsonObject;
import dev.waybill.evidence.RecordFormat;
import dev.waybill.evidence.canonical.PythonJson;
import dev.waybill.evidence.read.RecordSink;
import dev.waybill.evidence.read.SourceFile;
import dev.waybill.evidence.read.Understood;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/// Gives commits as records, wherever they came from, with what their witnesses prove.
final class Commits {

    static final RecordFormat FORMAT = new CommitRecord();

    private static final Pattern HASH = Pattern.compile("sha256:[0-9a-f]{64}");
    private static final long LARGEST_WITNESS = 1 << 20;

    private Commits() {}

    /// A commit that no file holds as JSON.
    static void give(SourceFile file, long number, JsonObject commit, RecordSink sink) {
        Understood record = Understood.made(FORMAT, commit, PythonJson.compact(commit), file.place(number));
        CommitVerdict verdict = CommitVerdict.of(commit, beside(file.path()), keys(file.path()));
        give(record, verdict, sink);
    }

    static void give(Understood record, CommitVerdict verdict, RecordSink sink) {
        record.with(verdict.integrity()).giveTo(sink);
        verdict.finding(record.place()).ifPresent(sink::finding);
    }

    /// And the keys of who signs.
    static KnownKeys keys(Path file) {
        return KnownKeys.in(file.getParent());
    }

    /// AgentMesh also keeps witnesses in a folder, under their hash.
    static Function<String, Optional<byte[]>> beside(Path file) {
        Path folder = file.resolveSibling("witnesses");
        return hash -> {
            if (!HASH.matcher(hash).matches()) {
                return Optional.empty();
            }
            Path witness = folder.resolve(hash.substring(hash.indexOf(':') + 1) + ".json");
            try {
                return Files.isRegularFile(witness) && Files.size(witness) <= LARGEST_WITNESS
                        ? Optional.of(Files.readAllBytes(witness))
                        : Optional.empty();
            } catch (IOException _) {
                // What cannot be read is missing.
                return Optional.empty();
            }
        };
    }
}

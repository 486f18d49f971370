package dev.waybill.evidence.read.agentmesh;

import dev.waybill.base.json.JsonObject;
import dev.waybill.evidence.Place;
import dev.waybill.evidence.canonical.PythonJson;
import dev.waybill.evidence.read.JsonLineRecords;
import dev.waybill.evidence.read.JsonLines.Read;
import dev.waybill.evidence.read.JsonRows;
import dev.waybill.evidence.read.PreparedRecord;
import dev.waybill.evidence.read.RecordSink;
import dev.waybill.evidence.read.SourceFile;
import dev.waybill.evidence.read.Understood;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;

/// Gives commits as records, wherever they came from, with what their witnesses prove.
final class Commits {

    private static final Pattern HASH = Pattern.compile("sha256:[0-9a-f]{64}");
    private static final long LARGEST_WITNESS = 1 << 20;

    /// A commit with what its witnesses prove.
    record Judged(PreparedRecord record, Place place, CommitVerdict verdict) {}

    private final SourceFile file;
    private final RecordSink sink;
    private final Function<String, Optional<byte[]>> beside;
    private final KnownKeys keys;
    private final Set<String> signers = new HashSet<>();

    Commits(SourceFile file, RecordSink sink) {
        this.file = file;
        this.sink = sink;
        Path witnesses = file.path().resolveSibling("witnesses");
        sink.leansOn(witnesses);
        beside = beside(witnesses);
        keys = KnownKeys.in(file.path().getParent(), sink);
    }

    /// Commits that no file holds as JSON.
    JsonRows<Judged> made() {
        return new JsonRows<>(this::judged, this::give);
    }

    private Judged judged(JsonRows.Row row) {
        JsonObject commit = row.json();
        return judged(
                commit,
                Understood.made(CommitRecord.FORMAT, commit, PythonJson.compact(commit), file.place(row.number())));
    }

    /// To check the witnesses is most of the work, and can be done on any thread.
    Judged judged(JsonObject commit, Understood record) {
        return new Judged(record.prepared(sink), record.place(), CommitVerdict.of(commit, beside, keys));
    }

    void give(Read<Judged> read) {
        switch (read) {
            case Read.Good<Judged>(var commit) -> {
                commit.record().take(commit.verdict().integrity());
                commit.verdict().finding(commit.place()).ifPresent(sink::finding);
                commit.verdict().signers().filter(signers::add).forEach(key -> sink.signed(key, commit.place()));
            }
            case Read.Bad<Judged>(var number, var why) ->
                sink.finding(JsonLineRecords.unreadable(file.place(number), why));
        }
    }

    /// AgentMesh also keeps witnesses in a folder, under their hash.
    private static Function<String, Optional<byte[]>> beside(Path folder) {
        return hash -> {
            if (!HASH.matcher(hash).matches()) {
                return Optional.empty();
            }
            Path witness = folder.resolve(hash.substring(hash.indexOf(':') + 1) + ".json");
            try {
                return Files.isRegularFile(witness, LinkOption.NOFOLLOW_LINKS) && Files.size(witness) <= LARGEST_WITNESS
                        ? Optional.of(Files.readAllBytes(witness))
                        : Optional.empty();
            } catch (IOException _) {
                // What cannot be read is missing.
                return Optional.empty();
            }
        };
    }
}

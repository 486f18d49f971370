package dev.waybill.evidence.read.agentmesh;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.evidence.Finding;
import dev.waybill.evidence.FindingCode;
import dev.waybill.evidence.RecordFormat;
import dev.waybill.evidence.read.EvidenceReader;
import dev.waybill.evidence.read.JsonRows;
import dev.waybill.evidence.read.RecordSink;
import dev.waybill.evidence.read.SourceFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// Every commit of a git repository or of a bundle, with its files and patch id, through the `git` command.
public final class GitReader implements EvidenceReader {

    private final String git;

    public GitReader() {
        this("git");
    }

    /// @param git the command
    GitReader(String git) {
        this.git = git;
    }

    @Override
    public List<RecordFormat> formats() {
        return List.of(Commits.FORMAT);
    }

    /// The folder `.git` and bare repositories. The files beside `.git` stay for other readers.
    @Override
    public boolean recognises(SourceFile file) {
        return file.isDirectory() ? isRepository(file.path()) : isBundle(file);
    }

    private static boolean isRepository(Path folder) {
        return Files.isRegularFile(folder.resolve("HEAD"))
                && Files.isDirectory(folder.resolve("objects"))
                && Files.isDirectory(folder.resolve("refs"));
    }

    private static boolean isBundle(SourceFile file) {
        String start = new String(file.head(), StandardCharsets.ISO_8859_1);
        return start.startsWith("# v2 git bundle\n") || start.startsWith("# v3 git bundle\n");
    }

    @Override
    public void read(SourceFile file, RecordSink sink) throws IOException {
        try (GitRepository repository =
                file.isDirectory() ? GitRepository.at(git, file.path()) : GitRepository.ofBundle(git, file.path())) {
            Map<String, String> patchIds = repository.patchIds();
            try (JsonRows<Commits.Judged> commits = new Commits(file, sink).made()) {
                repository.commits(commit ->
                        commits.add(json(commit, patchIds), commit.message().length()));
            }
        } catch (GitRepository.NoGit e) {
            sink.finding(new Finding(FindingCode.TOOL_MISSING, file.place(0), String.valueOf(e.getMessage())));
        }
    }

    private static JsonObject json(GitRepository.Commit commit, Map<String, String> patchIds) {
        return JsonObject.builder()
                .put("sha", commit.sha())
                .put("committed_at", commit.committedAt())
                .put("message", commit.message())
                .put("files", JsonArray.ofStrings(commit.files()))
                .putIfPresent("patch_id_stable", patchIds.get(commit.sha()))
                .build();
    }
}

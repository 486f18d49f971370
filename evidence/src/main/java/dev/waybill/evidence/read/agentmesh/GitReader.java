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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Every commit of a git repository or of a bundle, with its files and patch id, through the `git` command.
public final class GitReader implements EvidenceReader {

    /// More say the same.
    private static final int MOST_TOLD = 20;

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
        return List.of(CommitRecord.FORMAT);
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
        String start = file.headText();
        return start.startsWith("# v2 git bundle\n") || start.startsWith("# v3 git bundle\n");
    }

    @Override
    public void read(SourceFile file, RecordSink sink) throws IOException {
        Optional<String> wayOut = file.isDirectory() ? GitFolder.wayOut(file.path()) : Optional.empty();
        if (wayOut.isPresent()) {
            sink.finding(new Finding(FindingCode.PASSED_OVER, file.place(0), wayOut.get()));
            return;
        }
        try (GitRepository repository =
                file.isDirectory() ? GitRepository.at(git, file.path()) : GitRepository.ofBundle(git, file.path())) {
            boolean sound = tellWhatDiffers(repository, file, sink);
            Map<String, String> patchIds = sound ? repository.patchIds() : Map.of();
            try (JsonRows<Commits.Judged> commits = new Commits(file, sink).made()) {
                repository.commits(sound, commit -> give(commit, patchIds, file, sink, commits));
            }
        } catch (GitRepository.NoGit e) {
            sink.finding(new Finding(FindingCode.TOOL_MISSING, file.place(0), String.valueOf(e.getMessage())));
        }
    }

    /// @return whether files and patches can be told from the repository's objects
    private static boolean tellWhatDiffers(GitRepository repository, SourceFile file, RecordSink sink)
            throws IOException, GitRepository.NoGit {
        for (String override : repository.overrides()) {
            sink.finding(new Finding(FindingCode.HISTORY_OVERRIDDEN, file.place(0), override));
        }
        int cut = repository.cut().size();
        if (cut > 0) {
            sink.finding(new Finding(
                    FindingCode.INCOMPLETE,
                    file.place(0),
                    "the parents of " + cut
                            + " commits are cut off (shallow): their files and patches are not checked"));
        }
        List<String> troubles = repository.troubles();
        troubles.stream()
                .limit(MOST_TOLD)
                .forEach(trouble ->
                        sink.finding(new Finding(FindingCode.HASH_MISMATCH, file.place(0), "git fsck: " + trouble)));
        if (!troubles.isEmpty()) {
            sink.finding(new Finding(
                    FindingCode.INCOMPLETE, file.place(0), "files and patches of its commits are not checked"));
        }
        return troubles.isEmpty();
    }

    /// What lies under a commit's name and is not that commit is no record of it.
    private static void give(
            GitRepository.Commit commit,
            Map<String, String> patchIds,
            SourceFile file,
            RecordSink sink,
            JsonRows<Commits.Judged> commits)
            throws IOException {
        GitCommit object = commit.object();
        if (object.isGenuine()) {
            JsonObject json = json(commit, patchIds);
            commits.add(json, object.message().length());
        } else {
            sink.finding(new Finding(
                    FindingCode.HASH_MISMATCH,
                    file.place(0),
                    "expected the commit " + object.sha() + " under its name, found something else"));
        }
    }

    private static JsonObject json(GitRepository.Commit commit, Map<String, String> patchIds) {
        JsonObject.Builder json = JsonObject.builder()
                .put("sha", commit.object().sha())
                .putIfPresent("committed_at", commit.object().committedAt())
                .put("message", commit.object().message());
        if (commit.files() != null) {
            json.put("files", JsonArray.ofStrings(commit.files()))
                    .putIfPresent(
                            "patch_id_stable", patchIds.get(commit.object().sha()));
        }
        return json.build();
    }
}

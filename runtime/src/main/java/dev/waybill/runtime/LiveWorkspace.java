package dev.waybill.runtime;

import dev.waybill.engine.node.Workspace;
import dev.waybill.engine.node.WorkspaceFile;
import dev.waybill.journal.document.Document;
import dev.waybill.journal.document.Documents;
import dev.waybill.journal.document.RunWorkspace;
import dev.waybill.journal.document.WorkspaceRules;
import dev.waybill.journal.memory.MemoryView;
import dev.waybill.journal.memory.Redaction;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The files that one attempt sees: those that its run saw when it started, and over them what it writes itself.
final class LiveWorkspace implements Workspace {

    private final Documents documents;
    private final MemoryView view;
    private final Redaction redaction;
    private final InstantSource time;
    private final Consumer<FileDraft> teller;
    private final List<FileDraft> written = new ArrayList<>();

    /// @param secrets values that are not kept, each with its name
    /// @param time the run's logical time
    /// @param teller hears of every write
    LiveWorkspace(
            Documents documents,
            MemoryView view,
            Map<String, String> secrets,
            InstantSource time,
            Consumer<FileDraft> teller) {
        this.documents = documents;
        this.view = view;
        this.redaction = new Redaction(secrets);
        this.time = time;
        this.teller = teller;
    }

    private static WorkspaceFile file(Document seen) {
        return new WorkspaceFile(
                seen.name(), new String(seen.content(), StandardCharsets.UTF_8), seen.type(), seen.version());
    }

    private static WorkspaceFile file(FileDraft own) {
        return new WorkspaceFile(own.path(), new String(own.content(), StandardCharsets.UTF_8), own.type(), 0);
    }

    @Override
    public synchronized List<WorkspaceFile> list(String prefix) {
        Map<String, WorkspaceFile> files = new TreeMap<>();
        RunWorkspace.files(documents, view).forEach(seen -> files.put(seen.name(), file(seen)));
        written.forEach(own -> files.put(own.path(), file(own)));
        return files.values().stream()
                .filter(file -> file.path().startsWith(prefix))
                .toList();
    }

    @Override
    public synchronized Optional<WorkspaceFile> read(String path) {
        return written.reversed().stream()
                .filter(own -> own.path().equals(path))
                .findFirst()
                .map(LiveWorkspace::file)
                .or(() -> RunWorkspace.file(documents, view, path).map(LiveWorkspace::file));
    }

    @Override
    public synchronized WorkspaceFile write(String path, String content, @Nullable String type) {
        if (!WorkspaceRules.isPath(path)) {
            throw new IllegalArgumentException(WorkspaceRules.EXPECTED_PATH + ", found " + path);
        }
        if (!redaction.of(path).equals(path)) {
            throw new IllegalArgumentException("the path holds a secret; expected one that everybody may read");
        }
        String kept = redaction.of(content);
        byte[] bytes = WorkspaceRules.bytes(kept);
        if (read(path).isEmpty() && list("").size() >= WorkspaceRules.MOST_FILES) {
            throw new IllegalArgumentException(WorkspaceRules.full());
        }
        FileDraft draft = new FileDraft(path, bytes, type, time.instant());
        teller.accept(draft);
        written.add(draft);
        return file(draft);
    }

    /// What was written, in order.
    synchronized List<FileDraft> written() {
        return List.copyOf(written);
    }
}

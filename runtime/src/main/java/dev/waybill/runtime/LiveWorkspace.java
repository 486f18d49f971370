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
    private @Nullable Map<String, WorkspaceFile> files;

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

    private Map<String, WorkspaceFile> files() {
        if (files == null) {
            files = new TreeMap<>();
            for (Document file : RunWorkspace.files(documents, view)) {
                String content = new String(file.content(), StandardCharsets.UTF_8);
                files.put(file.name(), new WorkspaceFile(file.name(), content, file.type(), file.version()));
            }
        }
        return files;
    }

    @Override
    public synchronized List<WorkspaceFile> list(String prefix) {
        return files().values().stream()
                .filter(file -> file.path().startsWith(prefix))
                .toList();
    }

    @Override
    public synchronized Optional<WorkspaceFile> read(String path) {
        return Optional.ofNullable(files().get(path));
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
        if (!files().containsKey(path) && files().size() >= WorkspaceRules.MOST_FILES) {
            throw new IllegalArgumentException(WorkspaceRules.full());
        }
        FileDraft draft = new FileDraft(path, bytes, type, time.instant());
        WorkspaceFile file = new WorkspaceFile(path, kept, type, 0);
        teller.accept(draft);
        written.add(draft);
        files().put(path, file);
        return file;
    }

    /// What was written, in order.
    synchronized List<FileDraft> written() {
        return List.copyOf(written);
    }
}

package dev.waybill.runtime;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.decide.RefusalCode;
import dev.waybill.engine.decide.Refused;
import dev.waybill.engine.state.RunState;
import dev.waybill.engine.state.SeenMemory;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.RunId;
import dev.waybill.journal.document.Document;
import dev.waybill.journal.document.Documents;
import dev.waybill.journal.document.Edit;
import dev.waybill.journal.document.Edited;
import dev.waybill.journal.document.RunWorkspace;
import dev.waybill.journal.document.Shelf;
import dev.waybill.journal.document.WorkspaceRules;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.Scope;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The files that a tenant's people, programs and runs share, for those outside of runs. Every write makes a version.
public final class TenantWorkspace {

    public static final int MOST_BYTES = WorkspaceRules.MOST_BYTES;

    public static final int MOST_FILES = WorkspaceRules.MOST_FILES;

    private static final int ETAG_DIGITS = 12;
    private static final String ANY_ETAG = "*";

    private final Documents documents;
    private final Caller caller;
    private final Shelf shelf;

    private TenantWorkspace(Documents documents, Caller caller) {
        this.documents = documents;
        this.caller = caller;
        this.shelf = Shelf.workspace(caller.tenant());
    }

    /// @throws Refused when the caller may not read it
    public static TenantWorkspace of(RunStore store, Caller caller) {
        caller.require(Scope.WORKSPACE_READ);
        return new TenantWorkspace(store.documents(), caller);
    }

    /// The files that a run saw when it started, by path.
    public static List<Document> seenBy(RunStore store, RunHeader header) {
        return RunWorkspace.of(header)
                .map(workspace -> RunWorkspace.files(store.documents(), workspace.atStart()))
                .orElse(List.of());
    }

    /// The files that a run sees where its log stands, by path.
    public static List<Document> seenNow(RunStore store, RunState state) {
        return SeenMemory.workspaceNow(state)
                .map(view -> RunWorkspace.files(store.documents(), view))
                .orElse(List.of());
    }

    /// The files that a run saw before one of its events, or where its log ends, by path.
    ///
    /// @param sequence [Long#MAX_VALUE] means the end
    /// @throws Refused when there is no such run, as far as the caller may know, or it has no such event
    public List<Document> before(RunReader runs, RunId run, long sequence) {
        RunState state = runs.state(run);
        long place = sequence == Long.MAX_VALUE ? state.head() : sequence;
        if (place > state.head()) {
            throw new Refused(
                    RefusalCode.INVALID_FROM_SEQ,
                    "expected a sequence from 0 to %d, found %d".formatted(state.head(), place));
        }
        return SeenMemory.workspaceNow(runs.fold(state.header(), Math.max(1, place)))
                .map(view -> RunWorkspace.files(documents, view))
                .orElse(List.of());
    }

    /// What tells one version's content from another's.
    public static String etag(Document file) {
        return "%d-%s".formatted(file.version(), Digest.of(file.content()).hex().substring(0, ETAG_DIGITS));
    }

    public List<Document> list(String prefix) {
        return documents.list(shelf, Documents.NOW).stream()
                .filter(file -> file.name().startsWith(prefix))
                .toList();
    }

    /// @param version null for the newest
    public Optional<Document> read(String path, @Nullable Long version) {
        return version == null
                ? documents.find(shelf, path)
                : documents.versions(shelf, path).stream()
                        .filter(file -> file.version() == version && !file.removed())
                        .findFirst();
    }

    /// @param match the etag of the version on which it builds; null for whatever is there
    /// @throws Refused when somebody else was first, or the file breaks a rule
    public Document write(String path, String content, @Nullable String type, @Nullable String match, Instant now) {
        caller.require(Scope.WORKSPACE_WRITE);
        requirePath(path);
        byte[] bytes;
        try {
            bytes = WorkspaceRules.bytes(content);
        } catch (IllegalArgumentException e) {
            throw new Refused(RefusalCode.WORKSPACE_TOO_LARGE, String.valueOf(e.getMessage()));
        }
        Optional<Document> there = documents.find(shelf, path);
        if (there.isEmpty() && documents.list(shelf, Documents.NOW).size() >= MOST_FILES) {
            throw new Refused(RefusalCode.WORKSPACE_TOO_LARGE, WorkspaceRules.full());
        }
        return edit(new Edit(shelf, path, type, bytes, now, caller.principal(), expected(there, match)));
    }

    /// @return false when there is no such file
    public boolean delete(String path, @Nullable String match, Instant now) {
        caller.require(Scope.WORKSPACE_WRITE);
        Optional<Document> there = documents.find(shelf, path);
        if (there.isEmpty()) {
            return false;
        }
        edit(new Edit(shelf, path, null, null, now, caller.principal(), expected(there, match)));
        return true;
    }

    private static void requirePath(String path) {
        if (!WorkspaceRules.isPath(path)) {
            throw new Refused(RefusalCode.VALIDATION_ERROR, WorkspaceRules.EXPECTED_PATH);
        }
    }

    /// An etag that is none of ours is one of another version.
    private static long expected(Optional<Document> there, @Nullable String match) {
        if (match == null) {
            return Edit.ANY;
        }
        boolean fits = there.isPresent() && (match.equals(ANY_ETAG) || match.equals(etag(there.get())));
        if (!fits) {
            throw conflict(there.map(Document::version).orElse(0L));
        }
        return there.get().version();
    }

    private Document edit(Edit edit) {
        return switch (documents.edit(edit)) {
            case Edited.Done done -> done.document();
            case Edited.Conflict conflict -> throw conflict(conflict.version());
        };
    }

    private static Refused conflict(long version) {
        return new Refused(
                RefusalCode.WORKSPACE_CONFLICT,
                "the file has changed; its version is " + version,
                JsonObject.EMPTY.with("currentVersion", JsonNumber.of(version)));
    }
}

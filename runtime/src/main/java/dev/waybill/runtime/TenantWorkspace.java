package dev.waybill.runtime;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.decide.RefusalCode;
import dev.waybill.engine.decide.Refused;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.document.Document;
import dev.waybill.journal.document.Documents;
import dev.waybill.journal.document.Edit;
import dev.waybill.journal.document.Edited;
import dev.waybill.journal.document.Shelf;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.Scope;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The files that a tenant's people, programs and runs share. Every write makes a version; a run sees the files as they
/// were when it started.
public final class TenantWorkspace {

    /// More than most instructions and notes, and less than a request may have.
    public static final int MOST_BYTES = 256 * 1024;

    public static final int MOST_FILES = 1_000;

    /// The option of a run's header that says which change of the workspace it sees.
    private static final String OPTION = "workspaceChange";

    private static final Pattern PATH = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._/-]{0,255}");
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

    /// The options of a run that starts now. A tenant without files leaves them as they are.
    static JsonObject bound(JsonObject options, Documents documents, String tenant) {
        long change = documents.mark(Shelf.workspace(tenant));
        return change == 0 ? options : options.with(OPTION, JsonNumber.of(change));
    }

    /// The files that a run sees, by path.
    public static List<Document> seenBy(RunStore store, RunHeader header) {
        return Optional.ofNullable(header.options().get(OPTION))
                .map(change -> store.documents()
                        .list(
                                Shelf.workspace(header.tenant()),
                                ((JsonNumber) change).asInteger().orElse(0)))
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
        byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
        if (bytes.length > MOST_BYTES) {
            throw new Refused(
                    RefusalCode.WORKSPACE_TOO_LARGE,
                    "a file has at most %d bytes, this one has %d".formatted(MOST_BYTES, bytes.length));
        }
        Optional<Document> there = documents.find(shelf, path);
        if (there.isEmpty() && documents.list(shelf, Documents.NOW).size() >= MOST_FILES) {
            throw new Refused(
                    RefusalCode.WORKSPACE_TOO_LARGE, "a workspace has at most %d files".formatted(MOST_FILES));
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
        if (!PATH.matcher(path).matches() || path.contains("..") || path.contains("//")) {
            throw new Refused(
                    RefusalCode.VALIDATION_ERROR,
                    "expected a path of letters, digits, dots, dashes, underscores and slashes that begins with a letter"
                            + " or a digit, without \"..\"");
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

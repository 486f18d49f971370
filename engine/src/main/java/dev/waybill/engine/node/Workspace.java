package dev.waybill.engine.node;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The files that a tenant's people, programs and runs share. A node sees them as they were when it started, and what
/// it
/// writes itself; what others write meanwhile is seen by nodes that start later.
public interface Workspace {

    /// The files whose paths begin so, by path.
    List<WorkspaceFile> list(String prefix);

    Optional<WorkspaceFile> read(String path);

    /// Writes a file. It becomes true with the outcome of the node, whether that is a success or not, and is lost with
    /// an outcome that nobody wants any more. Secrets of the run are taken out of it first.
    ///
    /// @param type what the content is; null where nobody says
    /// @throws IllegalArgumentException when it is no path, the file is too large, or the workspace is full
    WorkspaceFile write(String path, String content, @Nullable String type);
}

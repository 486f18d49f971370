package dev.waybill.engine.node;

import dev.waybill.base.json.JsonObject;
import org.jspecify.annotations.Nullable;

/// A file of the workspace, as a node sees it.
///
/// @param type what the content is; null where nobody said
/// @param version counts the changes of this file; 0 for what the node has just written, whose version is told by its
///     event: somebody else may be first
public record WorkspaceFile(
        String path, String content, @Nullable String type, long version) {

    /// Without the content.
    public JsonObject row() {
        return JsonObject.builder()
                .put("path", path)
                .putIfPresent("contentType", type)
                .put("version", version)
                .build();
    }
}

package dev.waybill.workflow;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Who may read and write a channel: node ids, node types, or prefixes of types with a `*`.
///
/// @param readers null means everybody, an empty list nobody
/// @param writers null means everybody, an empty list nobody
public record ChannelAccess(
        @Nullable List<String> readers, @Nullable List<String> writers) {

    public static final ChannelAccess PUBLIC = new ChannelAccess(null, null);
    public static final ChannelAccess PRIVATE = new ChannelAccess(List.of(), List.of());

    public ChannelAccess {
        readers = readers == null ? null : List.copyOf(readers);
        writers = writers == null ? null : List.copyOf(writers);
    }

    public boolean mayRead(WorkflowNode node) {
        return allows(readers, node);
    }

    public boolean mayWrite(WorkflowNode node) {
        return allows(writers, node);
    }

    private static boolean allows(@Nullable List<String> entries, WorkflowNode node) {
        return entries == null || entries.stream().anyMatch(entry -> names(entry, node));
    }

    private static boolean names(String entry, WorkflowNode node) {
        return entry.endsWith("*")
                ? node.typeId().startsWith(entry.substring(0, entry.length() - 1))
                : entry.equals(node.id()) || entry.equals(node.typeId());
    }
}

package dev.waybill.journal.document;

import dev.waybill.journal.memory.MemoryScope;

/// Where documents of one kind stand.
///
/// @param kind what they are for: [#WORKFLOWS], [#WORKSPACE], [#HEARTBEATS]
/// @param tenant whose they are
public record Shelf(String kind, String tenant) {

    public static final String WORKFLOWS = "workflows";
    public static final String WORKSPACE = "workspace";
    public static final String HEARTBEATS = "heartbeats";

    /// The definitions that a tenant registered.
    public static Shelf workflows(String tenant) {
        return new Shelf(WORKFLOWS, tenant);
    }

    /// The files that a tenant's agents and people share.
    public static Shelf workspace(String tenant) {
        return new Shelf(WORKSPACE, tenant);
    }

    /// The files of a scope: those that are shared, or those that a fork writes over them.
    public static Shelf workspace(MemoryScope scope) {
        return scope.isOwn() ? new Shelf(WORKSPACE + "/" + scope.name(), scope.tenant()) : workspace(scope.tenant());
    }
}

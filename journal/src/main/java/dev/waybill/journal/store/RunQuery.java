package dev.waybill.journal.store;

import dev.waybill.journal.RunId;
import dev.waybill.journal.RunStatus;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Which runs to list, newest first: by their ids, backwards. Pruned ones are listed as well.
///
/// @param statuses empty means any
/// @param idPrefix the beginning of the run id, letter by letter; empty means any
/// @param parent only its children
/// @param forkOf only runs that were forked from this one, whether or not they share events
/// @param before only runs whose id sorts before this one, to page on
/// @param updatedBefore only runs at rest since then: whose `updatedAt` is before it
/// @param session only guided runs of this session
/// @param guided only guided runs, which are those of any session
/// @param roots only runs that no other run of this store handed work to: no children
/// @param search only runs whose id begins with this, or whose definition's id has it somewhere; capital letters from A
///     to Z count as small ones, here and there, since databases agree on no others; empty means any
public record RunQuery(
        @Nullable String tenant,
        @Nullable String definitionId,
        List<RunStatus> statuses,
        String idPrefix,
        @Nullable RunId parent,
        @Nullable RunId forkOf,
        @Nullable RunId before,
        @Nullable Instant updatedBefore,
        @Nullable String session,
        boolean guided,
        boolean roots,
        String search,
        int limit) {

    public RunQuery(
            @Nullable String tenant,
            @Nullable String definitionId,
            List<RunStatus> statuses,
            String idPrefix,
            @Nullable RunId parent,
            @Nullable RunId forkOf,
            @Nullable RunId before,
            @Nullable Instant updatedBefore,
            int limit) {
        this(
                tenant,
                definitionId,
                statuses,
                idPrefix,
                parent,
                forkOf,
                before,
                updatedBefore,
                null,
                false,
                false,
                "",
                limit);
    }

    public RunQuery {
        statuses = List.copyOf(statuses);
        search = small(search);
        if (limit < 1) {
            throw new IllegalArgumentException("expected a limit of 1 or more, found " + limit);
        }
    }

    /// A text with small letters, as a search compares it.
    public static String small(String text) {
        StringBuilder small = new StringBuilder(text.length());
        text.chars()
                .forEach(letter -> small.append((char) (letter >= 'A' && letter <= 'Z' ? letter + 'a' - 'A' : letter)));
        return small.toString();
    }

    public static RunQuery all(int limit) {
        return new RunQuery(null, null, List.of(), "", null, null, null, null, limit);
    }

    /// The guided runs of one session, forks included.
    public static RunQuery ofSession(String tenant, String session, int limit) {
        return new RunQuery(tenant, null, List.of(), "", null, null, null, null, session, false, false, "", limit);
    }

    /// Guided runs, to be paged through.
    ///
    /// @param session only those of this session; null means any
    /// @param before only those that were begun before this one
    public static RunQuery guided(
            @Nullable String tenant,
            List<RunStatus> statuses,
            @Nullable String session,
            @Nullable RunId before,
            int limit) {
        return new RunQuery(tenant, null, statuses, "", null, null, before, null, session, true, false, "", limit);
    }

    /// The same among one tenant's runs.
    public RunQuery ofTenant(String one) {
        return with(one, guided, roots, search);
    }

    /// The same among guided runs.
    public RunQuery onlyGuided() {
        return with(tenant, true, roots, search);
    }

    /// The same without children.
    public RunQuery onlyRoots() {
        return with(tenant, guided, true, search);
    }

    /// The same among the runs that a text finds.
    public RunQuery searching(String text) {
        return with(tenant, guided, roots, text);
    }

    private RunQuery with(@Nullable String one, boolean onlyOfSessions, boolean withoutChildren, String text) {
        return new RunQuery(
                one,
                definitionId,
                statuses,
                idPrefix,
                parent,
                forkOf,
                before,
                updatedBefore,
                session,
                onlyOfSessions,
                withoutChildren,
                text,
                limit);
    }

    public static RunQuery withIdPrefix(String prefix, int limit) {
        return new RunQuery(null, null, List.of(), prefix, null, null, null, null, limit);
    }
}

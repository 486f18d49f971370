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
/// @param idSuffix the end of the run id, letter by letter; empty means any
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
        String idSuffix,
        @Nullable RunId parent,
        @Nullable RunId forkOf,
        @Nullable RunId before,
        @Nullable Instant updatedBefore,
        @Nullable String session,
        boolean guided,
        boolean roots,
        String search,
        int limit) {

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

    /// Any run, until more is said.
    public static Builder where() {
        return new Builder();
    }

    public static RunQuery all(int limit) {
        return where().newest(limit);
    }

    /// The same among one tenant's runs.
    public RunQuery ofTenant(String one) {
        return new RunQuery(
                one,
                definitionId,
                statuses,
                idPrefix,
                idSuffix,
                parent,
                forkOf,
                before,
                updatedBefore,
                session,
                guided,
                roots,
                search,
                limit);
    }

    /// A query of which only what narrows it is said.
    public static final class Builder {

        private @Nullable String tenant;
        private @Nullable String definitionId;
        private List<RunStatus> statuses = List.of();
        private String idPrefix = "";
        private String idSuffix = "";
        private @Nullable RunId parent;
        private @Nullable RunId forkOf;
        private @Nullable RunId before;
        private @Nullable Instant updatedBefore;
        private @Nullable String session;
        private boolean guided;
        private boolean roots;
        private String search = "";

        private Builder() {}

        public Builder tenant(@Nullable String wanted) {
            tenant = wanted;
            return this;
        }

        public Builder definitionId(@Nullable String wanted) {
            definitionId = wanted;
            return this;
        }

        public Builder statuses(List<RunStatus> wanted) {
            statuses = wanted;
            return this;
        }

        public Builder idPrefix(String wanted) {
            idPrefix = wanted;
            return this;
        }

        public Builder idSuffix(String wanted) {
            idSuffix = wanted;
            return this;
        }

        public Builder parent(@Nullable RunId wanted) {
            parent = wanted;
            return this;
        }

        public Builder forkOf(@Nullable RunId wanted) {
            forkOf = wanted;
            return this;
        }

        public Builder before(@Nullable RunId wanted) {
            before = wanted;
            return this;
        }

        public Builder updatedBefore(@Nullable Instant wanted) {
            updatedBefore = wanted;
            return this;
        }

        public Builder session(@Nullable String wanted) {
            session = wanted;
            return this;
        }

        public Builder guided() {
            guided = true;
            return this;
        }

        public Builder roots() {
            roots = true;
            return this;
        }

        public Builder search(String wanted) {
            search = wanted;
            return this;
        }

        /// The query for the newest of them.
        public RunQuery newest(int limit) {
            return new RunQuery(
                    tenant,
                    definitionId,
                    statuses,
                    idPrefix,
                    idSuffix,
                    parent,
                    forkOf,
                    before,
                    updatedBefore,
                    session,
                    guided,
                    roots,
                    search,
                    limit);
        }
    }
}

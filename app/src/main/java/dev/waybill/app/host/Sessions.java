package dev.waybill.app.host;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Failure;
import dev.waybill.journal.RunId;
import dev.waybill.journal.store.RunQuery;
import dev.waybill.journal.store.RunReads;
import dev.waybill.journal.store.StoredRun;
import dev.waybill.view.guided.Session;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Finds sessions: one by its name in an index, several by paging through the guided runs, newest first.
public record Sessions(RunReads log) {

    private static final int PAGE = 500;
    private static final int SHOWN = 5;

    private record Key(String tenant, String name) {}

    /// The sessions with the newest runs, the one that was active last in front.
    ///
    /// @param removed whether those are wanted of which only receipts are left
    public List<Session> newest(int limit, boolean removed) {
        List<Session> found = new ArrayList<>();
        each(key -> {
            Session session = read(key);
            if (removed || !session.isRemoved()) {
                found.add(session);
            }
            return found.size() < limit;
        });
        found.sort(Comparator.comparing(Session::lastActivity).reversed());
        return found;
    }

    /// Sessions of which something is left, and in which nothing happened since a time.
    public List<Session> quietSince(Instant before) {
        List<Session> found = new ArrayList<>();
        each(key -> {
            Session session = read(key);
            if (!session.isRemoved() && session.lastActivity().isBefore(before)) {
                found.add(session);
            }
            return true;
        });
        return found;
    }

    /// The session that a user means: by its name, or by enough of its beginning. Two tenants may have one each.
    ///
    /// @throws Failure when none is meant, or several are
    public List<Session> find(String word) {
        Set<Key> exact = new LinkedHashSet<>();
        for (StoredRun run : log.runs(RunQuery.where().session(word).guided().newest(PAGE))) {
            exact.add(new Key(run.header().tenant(), word));
        }
        if (!exact.isEmpty()) {
            return exact.stream().map(this::read).toList();
        }
        String beginning = word.toLowerCase(Locale.ROOT);
        List<Key> begun = word.isEmpty() ? List.of() : beginningWith(beginning);
        return switch (begun.size()) {
            case 0 ->
                throw new Failure(
                        ExitCode.NO,
                        "session_not_found",
                        "no session's name begins with \"" + word + "\"",
                        "See 'waybill sessions'.");
            case 1 -> List.of(read(begun.getFirst()));
            default -> throw ambiguous(word, begun);
        };
    }

    private static Failure ambiguous(String word, List<Key> begun) {
        List<String> names = begun.stream().limit(SHOWN).map(Key::name).toList();
        return new Failure(
                ExitCode.NO,
                "session_ambiguous",
                "several sessions' names begin with \"" + word + "\": " + String.join(", ", names)
                        + (begun.size() > SHOWN ? " and more" : ""),
                "Give more of the name.");
    }

    private Session read(Key key) {
        return Session.read(log, key.tenant(), key.name());
    }

    private List<Key> beginningWith(String beginning) {
        List<Key> begun = new ArrayList<>();
        each(key -> {
            if (key.name().toLowerCase(Locale.ROOT).startsWith(beginning)) {
                begun.add(key);
            }
            return begun.size() <= SHOWN;
        });
        return begun;
    }

    /// Every session once, in the order of their newest runs, until somebody has enough.
    private void each(Predicate<Key> goesOn) {
        Set<Key> seen = new LinkedHashSet<>();
        RunId last = null;
        for (List<StoredRun> page = page(null); !page.isEmpty(); page = page(last)) {
            for (StoredRun run : page) {
                last = run.header().runId();
                Key key = new Key(
                        run.header().tenant(),
                        Objects.requireNonNull(run.header().session()));
                if (seen.add(key) && !goesOn.test(key)) {
                    return;
                }
            }
        }
    }

    private List<StoredRun> page(@Nullable RunId last) {
        return log.runs(RunQuery.where().before(last).guided().newest(PAGE));
    }
}

package dev.waybill.app.command.guided;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Failure;
import dev.waybill.journal.RunId;
import dev.waybill.journal.store.EventLog;
import dev.waybill.journal.store.RunQuery;
import dev.waybill.journal.store.StoredRun;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Finds sessions by looking through the runs, newest first.
final class Sessions {

    private static final int PAGE = 500;
    private static final int SHOWN = 5;

    private final EventLog log;

    Sessions(EventLog log) {
        this.log = log;
    }

    private record Key(String tenant, String name) {}

    /// The sessions with the newest runs, the one that was active last in front.
    List<Session> newest(int limit) {
        return keys(_ -> true, limit).stream()
                .map(this::read)
                .sorted(Comparator.comparing(Session::lastActivity).reversed())
                .toList();
    }

    /// The session that a user means: by its name, or by enough of its beginning. Two tenants may have one each.
    ///
    /// @throws Failure when none is meant, or several are
    List<Session> find(String word) {
        Set<Key> exact = new LinkedHashSet<>();
        for (StoredRun run : log.runs(new RunQuery(null, null, List.of(), "", null, null, null, null, word, PAGE))) {
            exact.add(new Key(run.header().tenant(), word));
        }
        if (!exact.isEmpty()) {
            return exact.stream().map(this::read).toList();
        }
        String beginning = word.toLowerCase(Locale.ROOT);
        List<Key> begun = word.isEmpty()
                ? List.of()
                : List.copyOf(keys(key -> key.name().toLowerCase(Locale.ROOT).startsWith(beginning), SHOWN + 1));
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

    private Set<Key> keys(Predicate<Key> wanted, int limit) {
        Set<Key> keys = new LinkedHashSet<>();
        RunId last = null;
        for (List<StoredRun> page = page(null); !page.isEmpty() && keys.size() < limit; page = page(last)) {
            for (StoredRun run : page) {
                last = run.header().runId();
                String session = run.header().session();
                Key key = session == null ? null : new Key(run.header().tenant(), session);
                if (key != null && keys.size() < limit && wanted.test(key)) {
                    keys.add(key);
                }
            }
        }
        return keys;
    }

    private List<StoredRun> page(@Nullable RunId last) {
        return log.runs(new RunQuery(null, null, List.of(), "", null, null, last, null, PAGE));
    }
}

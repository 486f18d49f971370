package dev.waybill.app.host;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Failure;
import dev.waybill.engine.decide.RefusalCode;
import dev.waybill.engine.decide.Refused;
import dev.waybill.journal.RunId;
import dev.waybill.journal.store.RunQuery;
import dev.waybill.journal.store.RunReads;
import dev.waybill.journal.store.StoredRun;
import java.util.List;
import java.util.Locale;

/// Finds the run that a user means: by its id; by the beginning of it, with or without `run_`; by its last characters,
/// which tell runs of one hour apart; or as the newest one that no other run started.
public final class RunIds {

    /// The newest run that is no child.
    static final String LAST = "@last";

    /// Of what is shorter, too much is an accident.
    private static final int SHORTEST_END = 4;

    private static final int SHOWN = 5;

    private RunIds() {}

    /// @throws Refused when no run is meant
    /// @throws Failure when several are
    public static RunId resolve(RunReads runs, String text) {
        if (text.equals(LAST)) {
            return found(runs, RunQuery.where().roots()).stream()
                    .findFirst()
                    .orElseThrow(() -> new Refused(RefusalCode.RUN_NOT_FOUND, "no run was started here yet"));
        }
        String digits = text.startsWith(RunId.PREFIX) ? text.substring(RunId.PREFIX.length()) : text;
        // ULIDs are written in capitals; people type what they like.
        String capitals = digits.toUpperCase(Locale.ROOT);
        List<RunId> found =
                text.isEmpty() ? List.of() : found(runs, RunQuery.where().idPrefix(RunId.PREFIX + capitals));
        if (found.isEmpty() && text.equals(digits) && digits.length() >= SHORTEST_END) {
            found = found(runs, RunQuery.where().idSuffix(capitals));
        }
        if (found.isEmpty()) {
            throw new Refused(RefusalCode.RUN_NOT_FOUND, "no run's id begins or ends with \"" + text + "\"");
        }
        if (found.size() > 1) {
            throw ambiguous(text, found);
        }
        return found.getFirst();
    }

    private static List<RunId> found(RunReads runs, RunQuery.Builder wanted) {
        return runs.runs(wanted.newest(SHOWN + 1)).stream()
                .map(StoredRun::header)
                .map(header -> header.runId())
                .toList();
    }

    private static Failure ambiguous(String text, List<RunId> found) {
        List<String> shown = found.stream().limit(SHOWN).map(RunId::value).toList();
        return new Failure(
                ExitCode.NO,
                "run_ambiguous",
                "\"" + text + "\" could be any of " + String.join(", ", shown)
                        + (found.size() > SHOWN ? " and more" : ""),
                "Give the last characters of its id, or " + LAST + " for the newest run.");
    }
}

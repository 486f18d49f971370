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

/// Finds the run that a user means: by its id, or by the beginning of it, with or without `run_`.
public final class RunIds {

    private static final int SHOWN = 5;

    private RunIds() {}

    /// @throws Refused when no run is meant
    /// @throws Failure when several are
    public static RunId resolve(RunReads runs, String text) {
        String digits = text.startsWith(RunId.PREFIX) ? text.substring(RunId.PREFIX.length()) : text;
        // ULIDs are written in capitals; people type what they like.
        String prefix = RunId.PREFIX + digits.toUpperCase(Locale.ROOT);
        List<RunId> found = text.isEmpty()
                ? List.of()
                : runs.runs(RunQuery.where().idPrefix(prefix).newest(SHOWN + 1)).stream()
                        .map(StoredRun::header)
                        .map(header -> header.runId())
                        .toList();
        if (found.isEmpty()) {
            throw new Refused(RefusalCode.RUN_NOT_FOUND, "no run's id begins with \"" + text + "\"");
        }
        if (found.size() > 1) {
            throw ambiguous(text, found);
        }
        return found.getFirst();
    }

    private static Failure ambiguous(String text, List<RunId> found) {
        List<String> shown = found.stream().limit(SHOWN).map(RunId::value).toList();
        return new Failure(
                ExitCode.NO,
                "run_ambiguous",
                "several runs' ids begin with \"" + text + "\": " + String.join(", ", shown)
                        + (found.size() > SHOWN ? " and more" : ""),
                "Give more of the id.");
    }
}

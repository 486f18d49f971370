package dev.waybill.app.command.history;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.cli.Option;
import dev.waybill.app.cli.ToldCommand;
import dev.waybill.app.host.StoreOptions;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.journal.RunId;
import dev.waybill.journal.store.RunStore;
import dev.waybill.view.text.Count;
import java.time.Duration;
import java.time.Instant;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// `waybill prune`: deletes the events of runs that ended long ago.
public final class PruneCommand extends ToldCommand {

    private static final Pattern AGE = Pattern.compile("(\\d{1,6})([smhdw])");

    private final Option<String> olderThan =
            takes(Option.text("--older-than", "AGE", "How long ago a run must have ended: 30d, 12h, 2w.")
                    .required());
    private final Option<Boolean> dryRun = takes(Option.flag("--dry-run", "Only say what would be deleted."));
    private final StoreOptions stores = takes(new StoreOptions());

    public PruneCommand(Environment environment) {
        super(
                environment,
                "Delete the events of runs that ended long ago, and what memory has replaced since.",
                "Only runs that have ended. Their receipts stay, so their proofs remain valid. Runs that",
                "others were forked from stay whole, and so do children of open runs. What a memory says now",
                "stays; what it said before that time cannot be looked at or forked from any more.");
    }

    @Override
    public ExitCode call() {
        Instant now = environment.clock().instant();
        Instant before = now.minus(age("--older-than", olderThan.orElse("")));
        Pruning pruning;
        int forgotten = 0;
        try (RunStore store = stores.openExisting(environment)) {
            pruning = new Pruning(store, dryRun.isGiven());
            pruning.endedBefore(before);
            if (!dryRun.isGiven()) {
                store.expire(now);
                forgotten = store.memories().forget(before);
            }
        }
        JsonObject answer = JsonObject.builder()
                .put("dryRun", dryRun.isGiven())
                .put(
                        "pruned",
                        JsonArray.ofStrings(
                                pruning.pruned().stream().map(RunId::value).toList()))
                .put(
                        "kept",
                        JsonArray.ofStrings(
                                pruning.kept().stream().map(RunId::value).toList()))
                .put("memoryChanges", forgotten)
                .build();
        String memory = forgotten == 0 ? "" : ", " + Count.of(forgotten, "change") + " of memory forgotten";
        return answer(answer, out -> {
            pruning.pruned().forEach(out::println);
            out.println(Count.of(pruning.pruned().size(), "run")
                    + (dryRun.isGiven() ? " would be pruned" : " pruned")
                    + (pruning.kept().isEmpty() ? "" : ", " + pruning.kept().size() + " kept because others need them")
                    + memory);
        });
    }

    /// An age as an option takes it.
    ///
    /// @throws Failure when it is none
    public static Duration age(String option, String text) {
        Matcher matcher = AGE.matcher(text);
        if (!matcher.matches()) {
            throw Failure.usage(
                    option + ": expected a number and s, m, h, d or w, found '" + text + "'",
                    "For example " + option + " 30d");
        }
        long number = Long.parseLong(matcher.group(1));
        return switch (matcher.group(2)) {
            case "s" -> Duration.ofSeconds(number);
            case "m" -> Duration.ofMinutes(number);
            case "h" -> Duration.ofHours(number);
            case "d" -> Duration.ofDays(number);
            default -> Duration.ofDays(7 * number);
        };
    }
}

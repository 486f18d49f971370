package dev.waybill.app.command.history;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Option;
import dev.waybill.app.cli.ToldCommand;
import dev.waybill.app.cli.Version;
import dev.waybill.app.command.NativeCrypto;
import dev.waybill.app.host.HostOptions;
import dev.waybill.app.host.Surroundings;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.decide.Limits;
import dev.waybill.journal.store.RunQuery;
import dev.waybill.journal.store.RunStore;
import dev.waybill.runtime.check.Fsck;
import dev.waybill.runtime.check.FsckCounts;
import dev.waybill.runtime.check.FsckFinding;
import dev.waybill.runtime.check.Repetition;
import dev.waybill.view.text.Count;
import dev.waybill.view.text.SafeText;
import java.util.ArrayList;
import java.util.List;

/// `waybill fsck`: does the store keep all of its promises?
public final class FsckCommand extends ToldCommand {

    /// A program that reads more than this is not helped.
    private static final int MOST_LISTED = 10_000;

    /// As many runs pay for loading what verifies their receipts faster.
    private static final int WORTH_NATIVE_CRYPTO = 100;

    private final Option<Boolean> deep = takes(Option.flag(
            "--deep", "Decide every run again, in memory, and compare each event: finds edits to unsigned facts."));
    private final HostOptions hosting = takes(HostOptions.forKnownRuns());

    public FsckCommand(Environment environment) {
        super(
                environment,
                "Check the whole store: logs, projections, forks, receipts.",
                "It changes nothing, makes nothing and may run while others work. --deep leaves replays out.",
                "Exit 0 if all is well, 1 if something could not be judged (a missing key, or with --deep a run",
                "of another version or of node types that are not here), 2 if something is damaged.");
    }

    @Override
    public ExitCode call() {
        List<JsonValue> listed = new ArrayList<>();
        FsckCounts counts;
        try (RunStore store = hosting.readStore(environment)) {
            if (store.runs(RunQuery.all(WORTH_NATIVE_CRYPTO)).size() == WORTH_NATIVE_CRYPTO) {
                NativeCrypto.install();
            }
            counts = Fsck.check(
                    store,
                    hosting.receipts().issuers(environment),
                    environment.clock().instant(),
                    deep.isGiven() ? repetition() : null,
                    finding -> take(finding, listed));
        }
        JsonObject answer = counts.toJson().with("list", new JsonArray(listed));
        answer(answer, out -> out.println(text(counts)));
        return counts.damaged() > 0 ? ExitCode.TAMPERED : ExitCode.of(counts.findings() == 0);
    }

    private Repetition repetition() {
        // Nothing is started here, so runs of test suites are decided once more as well.
        return new Repetition(
                hosting.nodeTypes(Surroundings.forTests(environment)),
                Limits.DEFAULT,
                Version.current().version());
    }

    private void take(FsckFinding finding, List<JsonValue> listed) {
        if (!common.json()) {
            environment.out().println(text(finding));
        } else if (listed.size() < MOST_LISTED) {
            listed.add(finding.toJson());
        }
    }

    private static String text(FsckFinding finding) {
        String run = finding.run() == null ? "" : finding.run() + " ";
        String place = finding.sequence() == null || finding.sequence() < 0 ? "" : "event " + finding.sequence() + " ";
        return SafeText.of(run + place + finding.code().wire() + ": " + finding.message());
    }

    private String text(FsckCounts counts) {
        return String.join(
                        ", ",
                        Count.of(counts.runs(), "run")
                                + (counts.pruned() == 0 ? "" : " (" + counts.pruned() + " pruned)"),
                        Count.of(counts.events(), "event"),
                        Count.of(counts.receipts(), "receipt"),
                        Count.of(counts.definitions(), "definition")
                                + (deep.isGiven() ? ", " + Count.of(counts.repeated(), "run") + " repeated" : ""))
                + (counts.unsealed() == 0
                        ? ""
                        : ", " + Count.of(counts.unsealed(), "row") + " of an earlier version without a checksum")
                + ": "
                + (counts.findings() == 0 ? "all is well" : Count.of(counts.findings(), "finding"));
    }
}

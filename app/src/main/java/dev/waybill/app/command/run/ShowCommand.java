package dev.waybill.app.command.run;

import dev.waybill.app.cli.Command;
import dev.waybill.app.cli.CommonOptions;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.cli.Operand;
import dev.waybill.app.cli.Option;
import dev.waybill.app.cli.Output;
import dev.waybill.app.cli.Usage;
import dev.waybill.app.host.Hosts;
import dev.waybill.app.host.RunIds;
import dev.waybill.app.host.StoreOptions;
import dev.waybill.journal.RunId;
import dev.waybill.journal.store.EventPages;
import dev.waybill.journal.store.RunStore;
import dev.waybill.runtime.ResumeTokens;
import dev.waybill.runtime.RunReader;
import dev.waybill.runtime.receipt.RunDisclosures;
import dev.waybill.view.guided.GuidedPage;
import dev.waybill.view.guided.LineageView;
import dev.waybill.view.guided.RunLineage;
import dev.waybill.view.run.Lineage;
import dev.waybill.view.run.NodeHistory;
import dev.waybill.view.run.Page;
import dev.waybill.view.run.RunPage;
import dev.waybill.view.run.RunReceipts;
import dev.waybill.view.run.SignedSteps;
import dev.waybill.view.run.Standing;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// `waybill show`: everything about one run.
public final class ShowCommand implements Command {

    /// A year.
    private static final long MOST_MINUTES = 525_600;

    private final Environment environment;

    private final CommonOptions common = new CommonOptions();
    private final StoreOptions options = new StoreOptions();

    private final Operand<String> run = Operand.run("The run's id, or a unique prefix of it.");
    private final Operand<String> node = Operand.text(
                    "NODE", "With --disclose: only what was signed for this node, or 'run' for the run itself.")
            .at(1);
    private final Option<Boolean> tokens =
            Option.flag("--tokens", "Create a token for each open question; its holder can answer that question only.");
    private final Option<Long> minutes =
            Option.number("--token-minutes", "N", "How long tokens are valid (default: 30; never past the deadline).");
    private final Option<Boolean> disclose =
            Option.flag("--disclose", "Show the contents behind the signed digests, and check that they match.");

    public ShowCommand(Environment environment) {
        this.environment = environment;
    }

    @Override
    public Usage usage() {
        return Usage.of(
                        "Show a run: status, nodes, variables, open questions, where it came from, what was signed.",
                        run,
                        node,
                        tokens,
                        minutes,
                        disclose,
                        options,
                        common)
                .footer(
                        "waybill show RUN --disclose send --json > disclosed.json",
                        "Somebody with the run's proof checks it: waybill verify proof.zip --disclosed disclosed.json");
    }

    @Override
    public ExitCode call() {
        checkWords();
        try (RunStore store = options.openToRead(environment)) {
            RunId id = RunIds.resolve(store, run.given());
            return disclose.isGiven() ? disclosures(store, id) : page(store, id);
        }
    }

    private void checkWords() {
        if (node.value() != null && !disclose.isGiven()) {
            throw Failure.usage("expected one run, found a second word: " + node.value(), "NODE goes with --disclose.");
        }
        if (minutes.orElse(1L) < 1 || minutes.orElse(1L) > MOST_MINUTES) {
            throw Failure.usage("--token-minutes: expected 1 to " + MOST_MINUTES + ", found " + minutes.value(), null);
        }
    }

    private ExitCode disclosures(RunStore store, RunId id) {
        DisclosurePage page =
                DisclosurePage.of(id, RunDisclosures.of(store, RunReader.of(store, Hosts.OPERATOR), id), node.value());
        new Output(environment, common.json())
                .answer(page.toJson(), out -> page.print(out, common.terminal().ansi(), options.again()));
        return page.ok() ? ExitCode.YES : ExitCode.TAMPERED;
    }

    private ExitCode page(RunStore store, RunId id) {
        Standing standing = Standing.of(RunReader.of(store, Hosts.OPERATOR)::state, id);
        RunPage plain = new RunPage(
                standing,
                NodeHistory.of(standing.state(), new EventPages(store, id), SignedSteps.read(store, id)),
                RunReceipts.of(store, standing.state().header()),
                Lineage.of(store, standing.state().header()),
                options.again());
        Page page = standing.state().isGuided()
                ? new GuidedPage(plain, LineageView.of(List.of(RunLineage.read(store, store, standing.state()))))
                : plain;
        Instant now = environment.clock().instant();
        Output output = new Output(environment, common.json());
        if (tokens.isGiven()) {
            QuestionTokens issued = QuestionTokens.issue(store, standing.questions(), now, life());
            output.answer(page.toJson().with("tokens", issued.toJson()), out -> {
                page.print(out, common.terminal(), now);
                issued.print(out, common.terminal().ansi(), options.again());
            });
        } else {
            output.answer(page.toJson(), out -> page.print(out, common.terminal(), now));
        }
        return ExitCode.YES;
    }

    private Duration life() {
        Long given = minutes.value();
        return given == null ? ResumeTokens.USUAL_LIFE : Duration.ofMinutes(given);
    }
}

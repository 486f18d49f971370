package dev.waybill.app.command.run;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.cli.Operand;
import dev.waybill.app.cli.Option;
import dev.waybill.app.cli.Output;
import dev.waybill.app.cli.ToldCommand;
import dev.waybill.app.desk.Desk;
import dev.waybill.app.desk.ServerOptions;
import dev.waybill.app.host.Hosts;
import dev.waybill.app.host.RunIds;
import dev.waybill.app.host.RunPages;
import dev.waybill.app.host.StoreOptions;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.RunId;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.store.RunStore;
import dev.waybill.runtime.ResumeTokens;
import dev.waybill.runtime.RunReader;
import dev.waybill.runtime.guided.AgentPrompt;
import dev.waybill.runtime.guided.TokenKeyring;
import dev.waybill.runtime.receipt.RunDisclosures;
import dev.waybill.view.run.Page;
import dev.waybill.view.run.Standing;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;

/// `waybill show`: everything about one run.
public final class ShowCommand extends ToldCommand {

    /// A year.
    private static final long MOST_MINUTES = 525_600;

    private final Operand<String> run = takes(Operand.run("The run's id, its beginning or end, or @last."));
    private final Operand<String> node = takes(
            Operand.text("NODE", "With --disclose: only what was signed for this node, or 'run' for the run itself.")
                    .at(1));
    private final Option<Boolean> tokens = takes(
            Option.flag(
                    "--tokens",
                    "Create a token for each open question, which answers that question only; of a guided run, print a prompt with fresh tokens for its agent."));
    private final Option<Long> minutes = takes(
            Option.number("--token-minutes", "N", "How long tokens are valid (default: 30; never past the deadline)."));
    private final Option<Boolean> disclose =
            takes(Option.flag("--disclose", "Show the contents behind the signed digests, and check that they match."));
    private final StoreOptions options = takes(new StoreOptions());
    private final ServerOptions server = takes(new ServerOptions());

    public ShowCommand(Environment environment) {
        super(
                environment,
                "Show a run: status, nodes, variables, open questions, where it came from, what was signed.",
                "waybill show RUN --disclose send --json > disclosed.json",
                "Somebody with the run's proof checks it: waybill verify proof.zip --disclosed disclosed.json");
        endsAsTheRun();
    }

    @Override
    public ExitCode call() {
        checkWords();
        if (disclose.isGiven() || tokens.isGiven()) {
            return fromStore();
        }
        try (Desk desk = server.open(environment, options)) {
            Page page = desk.run(run.given());
            new Output(environment, common.json())
                    .page(page, common.terminal(), environment.clock().instant());
            return common.detailedExitCode().isGiven() ? code(page.toJson()) : ExitCode.YES;
        }
    }

    private ExitCode code(JsonObject page) {
        return RunExit.of(
                common,
                RunStatus.ofWire(page.string("status").orElse("")),
                RunStatus.COMPLETED,
                page.get("goalMet") == JsonBool.FALSE);
    }

    /// Salts and tokens leave the store only by the hands of who holds it.
    private ExitCode fromStore() {
        if (server.isMeant(environment, options)) {
            throw Failure.usage("--tokens and --disclose need the store itself, not --server", null);
        }
        try (RunStore store = options.openToRead(environment)) {
            RunId id = RunIds.resolve(store, run.given());
            return disclose.isGiven() ? disclosures(store, id) : tokens(store, id);
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
        answer(page.toJson(), out -> page.print(out, common.terminal().ansi(), options.again()));
        return page.ok() ? ExitCode.YES : ExitCode.TAMPERED;
    }

    private ExitCode tokens(RunStore store, RunId id) {
        RunState state = RunReader.of(store, Hosts.OPERATOR).state(id);
        if (state.isGuided()) {
            return prompt(store, state);
        }
        Page page = new RunPages(store).run(Hosts.OPERATOR, id.value(), options.again());
        Standing standing = Standing.of(RunReader.of(store, Hosts.OPERATOR)::state, id);
        Instant now = environment.clock().instant();
        QuestionTokens issued = QuestionTokens.issue(store, standing.questions(), now, life());
        return answer(page.toJson().with("tokens", issued.toJson()), out -> {
            page.print(out, common.terminal(), now);
            issued.print(out, common.terminal().ansi(), options.again());
        });
    }

    /// Nothing but the prompt, so that it can be piped to where it is pasted.
    private ExitCode prompt(RunStore store, RunState state) {
        TokenKeyring keys = new TokenKeyring(store, environment.clock(), new SecureRandom());
        String prompt = AgentPrompt.latest(store, state, keys)
                .orElseThrow(() -> new Failure(
                        ExitCode.NO,
                        "nothing_pending",
                        state.header().runId() + " has no pending step to hand to an agent",
                        "'waybill show " + state.header().runId() + "' tells where it stands."));
        answer(JsonObject.of("prompt", prompt), out -> out.print(prompt));
        return ExitCode.YES;
    }

    private Duration life() {
        Long given = minutes.value();
        return given == null ? ResumeTokens.USUAL_LIFE : Duration.ofMinutes(given);
    }
}

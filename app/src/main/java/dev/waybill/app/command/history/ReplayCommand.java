package dev.waybill.app.command.history;

import dev.waybill.agents.model.again.AskedAgain;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.cli.Operand;
import dev.waybill.app.cli.Option;
import dev.waybill.app.cli.Output;
import dev.waybill.app.cli.ToldCommand;
import dev.waybill.app.desk.Server;
import dev.waybill.app.desk.ServerDesk;
import dev.waybill.app.desk.ServerOptions;
import dev.waybill.app.host.HostOptions;
import dev.waybill.app.host.Hosts;
import dev.waybill.app.host.OpenHost;
import dev.waybill.app.host.RunIds;
import dev.waybill.app.host.Verification;
import dev.waybill.app.host.WorkflowFolders;
import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.diff.Comparison;
import dev.waybill.engine.diff.RunDiff;
import dev.waybill.engine.state.RunState;
import dev.waybill.host.wiring.HostTrouble;
import dev.waybill.journal.ForkMode;
import dev.waybill.journal.RunId;
import dev.waybill.journal.store.EventPages;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.StoredRun;
import dev.waybill.view.run.Page;
import dev.waybill.view.run.ReplayVerdict;
import java.nio.file.Path;
import java.util.Optional;

/// `waybill replay`: does a run again from its recorded answers, and says whether it came out the same.
public final class ReplayCommand extends ToldCommand {

    private final Operand<String> source =
            takes(Operand.run("The run to replay: its id, its beginning or end, or @last."));
    private final Option<Long> from =
            takes(Option.number("--from", "SEQ", "The first event to repeat (default: the first of its own)."));
    private final Option<Boolean> pastCancel = takes(Option.flag(
            "--past-cancel", "Go past a cancel, to see what the run would have done with its recorded answers."));
    private final Option<Boolean> verify = takes(Option.flag(
            "--verify",
            "Prove that the whole run comes out the same, or show the first difference; sign the verdict."));
    private final Option<Boolean> reAsk = takes(
            Option.flag("--re-ask", "Send the recorded requests to their models once more and compare the answers."));
    private final Option<String> model =
            takes(Option.text("--model", "MODEL", "With --re-ask: ask this model, as PROVIDER/MODEL or MODEL."));
    private final Option<Boolean> branch = takes(Option.flag(
            "--branch",
            "With --re-ask: branch at the first answer that differs, and continue there with the other model."));
    private final HostOptions hosting = takes(HostOptions.forKnownRuns());
    private final ServerOptions server = takes(new ServerOptions());

    public ReplayCommand(Environment environment) {
        super(
                environment,
                "Repeat a run from its recorded answers and compare.",
                "Nothing reaches the outside world: outcomes, answers and timers come from the log. Only --re-ask",
                "asks models, within their budgets, and changes nothing in the run.",
                "Exit 0 if all events came out the same (--re-ask: if the run would have gone the same way), 1 if not.");
    }

    @Override
    public ExitCode call() throws InterruptedException {
        checkWords();
        Optional<Server> host = server.server(environment, hosting.place());
        if (host.isPresent()) {
            return at(host.get());
        }
        if (reAsk.isGiven()) {
            return askAgain();
        }
        return verify.isGiven() ? verifyHere() : replay();
    }

    private void checkWords() {
        if (!reAsk.isGiven() && (model.isGiven() || branch.isGiven())) {
            throw Failure.usage("--model and --branch belong to --re-ask", null);
        }
        if (verify.isGiven() && (reAsk.isGiven() || from.isGiven() || pastCancel.isGiven())) {
            throw Failure.usage(
                    "--verify compares a whole run with itself, so it goes with none of --re-ask, --from, --past-cancel",
                    null);
        }
        if (reAsk.isGiven() && (from.isGiven() || pastCancel.isGiven())) {
            throw Failure.usage("--re-ask goes with neither --from nor --past-cancel", null);
        }
    }

    /// A host does the run again where it is.
    private ExitCode at(Server host) throws InterruptedException {
        if (verify.isGiven()) {
            return verifyAt(host);
        }
        try (host) {
            if (reAsk.isGiven()) {
                throw Failure.usage(
                        "--re-ask reads the recorded requests, which no host shows", "Use the store itself.");
            }
            return answer(new RemoteReplay(host).of(source.given(), from.orElse(0L), mode()));
        }
    }

    private ExitCode verifyAt(Server host) {
        try (ServerDesk desk = new ServerDesk(host, server.again())) {
            Page verdict = desk.verify(source.given());
            new Output(environment, common.json())
                    .page(verdict, common.terminal(), environment.clock().instant());
            return ExitCode.of(
                    verdict.toJson().string("verdict").filter("equal"::equals).isPresent());
        }
    }

    private ExitCode verifyHere() throws InterruptedException {
        HostTrouble trouble = new HostTrouble(environment.err()::println);
        try (OpenHost open = opened(trouble)) {
            Verification verification = new Verification(open.host(), open.store(), environment.clock());
            RunId run = RunIds.resolve(open.store(), source.given());
            long head = open.store().run(run).map(StoredRun::head).orElse(0L);
            ReplayVerdict verdict = verification.of(
                    Hosts.OPERATOR,
                    run.value(),
                    replay -> Rest.await(open, trouble, replay, state -> isOver(state, head)));
            new Output(environment, common.json())
                    .page(verdict, common.terminal(), environment.clock().instant());
            return ExitCode.of(verdict.proof().isEqual());
        }
    }

    private OpenHost opened(HostTrouble trouble) {
        return new Hosts(environment, hosting, "replay")
                .forOwnRuns(
                        new WorkflowFolders().catalog(environment, Path.of("").toAbsolutePath()), trouble);
    }

    private ExitCode askAgain() throws InterruptedException {
        ReAsk report;
        try (RunStore store = hosting.readStore(environment)) {
            report = ReAsk.of(environment, store, source.given(), model.isGiven() ? model.orElse("") : null);
        }
        Optional<AskedAgain> parting = report.parting();
        RunId branched = branch.isGiven() && parting.isPresent() ? branched(report, parting.get()) : null;
        new Output(environment, common.json()).answer(report.toJson(branched), out -> {
            report.print(out);
            if (branched != null) {
                out.println("branch " + branched + " went on from event "
                        + parting.get().started() + " with " + parting.get().now() + "; see 'waybill show " + branched
                        + hosting.again() + "'");
            } else if (branch.isGiven()) {
                out.println("no branch: the answers lead nowhere else");
            }
        });
        return ExitCode.of(report.isLike());
    }

    /// The execution whose answer parts begins anew, with the other model; its source stays as it is.
    private RunId branched(ReAsk report, AskedAgain parting) throws InterruptedException {
        int slash = parting.now().indexOf('/');
        JsonObject ai = JsonObject.builder()
                .put("provider", parting.now().substring(0, slash))
                .put("model", parting.now().substring(slash + 1))
                .build();
        HostTrouble trouble = new HostTrouble(environment.err()::println);
        try (OpenHost open = opened(trouble)) {
            RunId fork = open.host()
                    .fork(
                            Hosts.OPERATOR,
                            report.run(),
                            parting.started(),
                            ForkMode.BRANCH,
                            JsonObject.of("configurable", JsonObject.of("ai", ai)));
            Rest.await(open, trouble, fork);
            return fork;
        }
    }

    private ExitCode replay() throws InterruptedException {
        HostTrouble trouble = new HostTrouble(environment.err()::println);
        try (OpenHost open = opened(trouble)) {
            RunId run = RunIds.resolve(open.store(), source.given());
            long place = from.isGiven() ? from.orElse(0L) : begin(open, run);
            checkPlace(open, run, place);
            RunId replay = open.host().fork(Hosts.OPERATOR, run, place, mode(), JsonObject.EMPTY);
            long head = open.store().run(run).map(StoredRun::head).orElse(0L);
            boolean ended = Rest.await(open, trouble, replay, state -> isOver(state, head))
                    .isTerminal();
            RunDiff diff = RunDiff.of(
                    new EventPages(open.store(), run), new EventPages(open.store(), replay), Comparison.REPLAY);
            return answer(ReplayOutcome.of(run, replay, place, diff, ended));
        }
    }

    private ForkMode mode() {
        return pastCancel.isGiven() ? ForkMode.REPLAY : ForkMode.CHECK;
    }

    /// A graph is replayed to an end. An agent cannot be asked for more than it said, so a guided run may stay
    /// open.
    private static boolean isOver(RunState replay, long head) {
        return replay.isTerminal() || (replay.isGuided() && (replay.diverged() || replay.head() >= head));
    }

    private static long begin(OpenHost open, RunId run) {
        return open.store()
                .run(run)
                .map(StoredRun::header)
                .map(Verification::begin)
                .orElse(0L);
    }

    private static void checkPlace(OpenHost open, RunId run, long place) {
        long head = open.store().run(run).map(StoredRun::head).orElse(0L);
        checkPlace(run.value(), place, head);
    }

    static void checkPlace(String run, long place, long head) {
        if (place < 0 || place >= head) {
            throw new Failure(
                    ExitCode.NO,
                    "invalid_from_seq",
                    "expected an event from 0 to %d, found %d".formatted(head - 1, place),
                    "See 'waybill events " + run + "'.");
        }
    }

    private ExitCode answer(ReplayOutcome outcome) {
        new Output(environment, common.json()).answer(outcome.toJson(), outcome::print);
        return ExitCode.of(outcome.isSame());
    }
}

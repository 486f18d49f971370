package dev.waybill.app.command.run;

import dev.waybill.app.cli.CommonOptions;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Output;
import dev.waybill.app.command.NativeCrypto;
import dev.waybill.app.host.Farewell;
import dev.waybill.app.host.HostOptions;
import dev.waybill.app.host.Hosts;
import dev.waybill.app.host.OpenHost;
import dev.waybill.app.terminal.Terminal;
import dev.waybill.engine.state.RunState;
import dev.waybill.host.wiring.HostTrouble;
import dev.waybill.journal.RunId;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.store.StoreException;
import dev.waybill.journal.store.StoreProblem;
import dev.waybill.view.run.Convergence;
import dev.waybill.view.run.OpenQuestion;
import dev.waybill.view.run.RunReceipts;
import dev.waybill.view.run.RunReport;
import dev.waybill.view.run.Standing;
import dev.waybill.view.text.SafeText;
import dev.waybill.workflow.WorkflowNode;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;

/// Works on one run until it rests, while a person or a program watches: shows progress, asks at the terminal, and says
/// how it came out.
final class Drive {

    private static final int MANY = 200;
    private static final Duration LOOK_AGAIN = Duration.ofMillis(500);

    private final Environment environment;
    private final CommonOptions common;
    private final Terminal terminal;
    private final boolean json;
    private final String again;
    private final HostTrouble trouble;
    private final OpenHost open;
    private final String by;

    /// @param by who answers at the terminal
    Drive(
            Environment environment,
            CommonOptions common,
            HostOptions options,
            HostTrouble trouble,
            OpenHost open,
            String by) {
        this.environment = environment;
        this.common = common;
        this.terminal = common.terminal();
        this.json = common.json();
        this.again = options.again() + common.again();
        this.trouble = trouble;
        this.open = open;
        this.by = by;
    }

    /// Where trouble behind a command's back is shown.
    static HostTrouble trouble(Environment environment) {
        return new HostTrouble(sentence -> {
            environment.err().println("waybill: " + SafeText.of(sentence));
            environment.err().flush();
        });
    }

    /// Looks after a run that another process started, and after all that it led to.
    void adopt(RunId run) {
        if (open.store().familySize(run, MANY) == MANY) {
            // Every one of them is signed for: that pays for loading what signs faster.
            NativeCrypto.install();
        }
        open.host().adopt(Hosts.OPERATOR, run);
    }

    /// @param from the first event to show
    /// @param wanted exit 0 when the run rests like this
    ExitCode toRest(RunId run, long from, RunStatus wanted) throws Exception {
        RunState state = open.host().state(Hosts.OPERATOR, run);
        StepView view = view(state);
        try (Farewell farewell = new Farewell(ExitCode.NO, () -> leave(run, view))) {
            view.title(state.workflow().definition().name(), run.value());
            RunFollower follower = new RunFollower(open, trouble, view, run, from, environment.clock());
            Standing standing = farewell.during(() -> untilRest(follower, view));
            show(standing);
            return RunExit.of(common, standing.status(), wanted, new Convergence(standing.state()).gaveUp());
        } finally {
            view.end();
        }
    }

    /// Says how a run stands.
    void show(Standing standing) {
        RunReport report = new RunReport(
                standing, RunReceipts.of(open.store(), standing.state().header()), again);
        new Output(environment, json)
                .answer(
                        report.toJson(),
                        out -> report.print(out, terminal, environment.clock().instant()));
    }

    private StepView view(RunState state) {
        return json
                ? StepView.silent(terminal, environment.clock())
                : new StepView(
                        environment.out(),
                        terminal,
                        environment.clock(),
                        state.workflow().definition().nodes().stream()
                                .map(WorkflowNode::id)
                                .toList());
    }

    /// Questions are asked as they come, each once: who leaves one open will answer it another way.
    private Standing untilRest(RunFollower follower, StepView view) throws InterruptedException {
        boolean asks = terminal.interactive() && !json;
        Prompter prompter = new Prompter(open.host(), environment, terminal, by);
        Set<String> left = new LinkedHashSet<>();
        while (true) {
            Standing standing = patiently(() -> follower.until(question -> asks && isNew(question, left)));
            OpenQuestion question = standing.questions().stream()
                    .filter(each -> asks && isNew(each, left))
                    .findFirst()
                    .orElse(null);
            view.rest();
            if (question == null) {
                return standing;
            }
            if (!prompter.ask(question)) {
                left.add(question.interrupt().id());
            }
        }
    }

    private interface Looking {
        Standing look() throws InterruptedException;
    }

    /// A database that restarts is back in a moment, and the run goes on meanwhile or then: whoever watches waits.
    private Standing patiently(Looking looking) throws InterruptedException {
        while (true) {
            try {
                return looking.look();
            } catch (StoreException e) {
                if (e.problem() != StoreProblem.UNREACHABLE) {
                    throw e;
                }
                trouble.storeFailed(e);
                Thread.sleep(LOOK_AGAIN);
            }
        }
    }

    private static boolean isNew(OpenQuestion question, Set<String> left) {
        return Prompter.isForPeople(question)
                && !left.contains(question.interrupt().id());
    }

    private void leave(RunId run, StepView view) {
        view.end();
        environment.out().println();
        environment.out().println(run + " stays as it is. Nothing recorded is lost.");
        environment.out().println("continue  waybill resume " + run + again);
        environment.out().println("or        waybill work" + again + "   works on all runs");
        environment.out().flush();
        open.giveBack();
    }
}

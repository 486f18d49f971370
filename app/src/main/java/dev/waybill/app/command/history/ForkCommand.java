package dev.waybill.app.command.history;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.cli.KeyValues;
import dev.waybill.app.cli.Operand;
import dev.waybill.app.cli.Option;
import dev.waybill.app.cli.Output;
import dev.waybill.app.cli.ToldCommand;
import dev.waybill.app.command.run.RemoteRun;
import dev.waybill.app.command.run.RunExit;
import dev.waybill.app.desk.Server;
import dev.waybill.app.desk.ServerOptions;
import dev.waybill.app.host.HostOptions;
import dev.waybill.app.host.Hosts;
import dev.waybill.app.host.OpenHost;
import dev.waybill.app.host.RunIds;
import dev.waybill.app.host.VariableWords;
import dev.waybill.app.host.WorkflowFolders;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.decide.Effect;
import dev.waybill.engine.decide.RefusalCode;
import dev.waybill.engine.decide.Refused;
import dev.waybill.engine.decide.Status;
import dev.waybill.engine.state.RunState;
import dev.waybill.host.wiring.HostTrouble;
import dev.waybill.journal.Event;
import dev.waybill.journal.ForkMode;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.RunId;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.event.NodeFact;
import dev.waybill.journal.store.EventPages;
import dev.waybill.journal.store.StoredRun;
import dev.waybill.view.run.OpenQuestion;
import dev.waybill.view.run.Standing;
import dev.waybill.view.text.SafeText;
import dev.waybill.workflow.WorkflowVariable;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// `waybill fork`: goes on from a place in a run's history, with other values if wanted.
public final class ForkCommand extends ToldCommand {

    private final Operand<String> source =
            takes(Operand.run("The run to fork: its id, its beginning or end, or @last."));
    private final Option<Long> at =
            takes(Option.number("--at", "SEQ", "The first event that the fork does on its own."));
    private final Option<String> node =
            takes(Option.text("--node", "NODE", "Instead of --at: fork where this node last started."));
    private final Option<List<String>> set =
            takes(Option.texts("--set", "NAME=VALUE", "Change a variable. May be repeated."));
    private final HostOptions hosting = takes(HostOptions.forKnownRuns());
    private final ServerOptions server = takes(new ServerOptions());

    public ForkCommand(Environment environment) {
        super(
                environment,
                "Branch from any event of a run, as a new run.",
                "The fork shares the events before that point. Work in flight there is started again; the",
                "answer says what that is. The fork runs here until it ends or waits for somebody.",
                "Exit 0: completed. Exit 1: failed, cancelled, or waiting for an answer.");
        endsAsTheRun();
    }

    @Override
    public ExitCode call() throws Exception {
        if (at.isGiven() == node.isGiven()) {
            throw Failure.usage(
                    at.isGiven()
                            ? "expected --at SEQ or --node NODE, found both"
                            : "fork needs --at SEQ or --node NODE",
                    "See 'waybill events RUN'.");
        }
        Optional<Server> host = server.server(environment, hosting.place());
        return host.isPresent() ? forkAt(host.get()) : forkHere();
    }

    private ExitCode forkAt(Server host) throws Exception {
        RemoteFork fork = new RemoteFork(host);
        String from = fork.resolve(source.given());
        long place = at.isGiven() ? at.orElse(0L) : fork.startOf(from, node.orElse(""));
        String run = fork.branch(from, place, fork.values(from, set.orElse(List.of())));
        return new RemoteRun(environment, common, host, server.again()).toRest(run, place, RunStatus.COMPLETED);
    }

    private ExitCode forkHere() throws InterruptedException {
        HostTrouble trouble = new HostTrouble(environment.err()::println);
        Hosts hosts = new Hosts(environment, hosting, "fork");
        try (OpenHost open = hosts.forOwnRuns(
                new WorkflowFolders().catalog(environment, Path.of("").toAbsolutePath()), trouble)) {
            RunId from = RunIds.resolve(open.store(), source.given());
            long place = place(open, from);
            JsonObject values = values(open, from, place);
            List<String> anew = inFlight(open, from, place);
            announce(anew, place);
            JsonObject overlay = values.isEmpty()
                    ? JsonObject.EMPTY
                    : JsonObject.builder().put("variables", values).build();
            RunId fork = open.host().fork(Hosts.OPERATOR, from, place, ForkMode.BRANCH, overlay);
            RunState end = Rest.await(open, trouble, fork);
            List<OpenQuestion> questions =
                    Standing.of(open.host().reader(Hosts.OPERATOR)::state, fork).questions();
            answer(from, place, fork, end, anew, questions);
            return RunExit.of(common, Status.of(end), RunStatus.COMPLETED, false);
        }
    }

    private long place(OpenHost open, RunId run) {
        if (at.isGiven()) {
            return at.orElse(0L);
        }
        String wanted = node.orElse("");
        long latest = -1;
        EventPages events = new EventPages(open.store(), run);
        while (events.hasNext()) {
            Event event = events.next();
            if (event.fact() instanceof NodeFact.NodeStarted started
                    && started.nodeId().equals(wanted)) {
                latest = event.sequence();
            }
        }
        if (latest < 0) {
            throw RemoteFork.neverStarted(run.value(), wanted);
        }
        return latest;
    }

    /// What a guided run carries is its agent's, and has no declared names.
    private JsonObject values(OpenHost open, RunId run, long place) {
        List<String> words = set.orElse(List.of());
        if (words.isEmpty()) {
            return JsonObject.EMPTY;
        }
        StoredRun stored = stored(open, run);
        RunState there = stored.pruned() || place < 0 || place > stored.head()
                ? open.host().state(Hosts.OPERATOR, run)
                : open.host().reader(Hosts.OPERATOR).fold(stored.header(), place);
        if (there.isGuided()) {
            return KeyValues.read(words, "--set");
        }
        List<WorkflowVariable> declared = there.workflow().definition().variables();
        Set<String> known = new LinkedHashSet<>(there.variables().keySet());
        declared.forEach(variable -> known.add(variable.name()));
        JsonObject values = new VariableWords("--set", declared).read(words);
        VariableWords.requireKnown("--set", values.names(), known);
        return values;
    }

    private static StoredRun stored(OpenHost open, RunId run) {
        return open.store()
                .run(run)
                .orElseThrow(() -> new Refused(RefusalCode.RUN_NOT_FOUND, "no run is called " + run));
    }

    /// What the source had begun at that place and not ended.
    private static List<String> inFlight(OpenHost open, RunId run, long place) {
        StoredRun stored = stored(open, run);
        RunHeader header = stored.header();
        if (stored.pruned() || place < 0 || place > stored.head()) {
            // The fork says what is wrong.
            return List.of();
        }
        RunState there = open.host().reader(Hosts.OPERATOR).fold(header, place);
        return Effect.pending(there).stream().map(Effect::nodeId).toList();
    }

    private void announce(List<String> anew, long place) {
        if (!anew.isEmpty() && !common.json()) {
            environment
                    .out()
                    .println("in flight at event " + place + ", started again in the fork: "
                            + SafeText.of(String.join(", ", anew)));
            environment.out().flush();
        }
    }

    private String again() {
        return hosting.again() + common.again();
    }

    private void answer(
            RunId from, long place, RunId fork, RunState end, List<String> anew, List<OpenQuestion> questions) {
        String status = Status.of(end).wire();
        JsonObject json = JsonObject.builder()
                .put("runId", fork.value())
                .put("sourceRunId", from.value())
                .put("fromSeq", place)
                .put("mode", ForkMode.BRANCH.wire())
                .put("status", status)
                .put("startedAnew", JsonArray.ofStrings(anew))
                .build();
        new Output(environment, common.json()).answer(json, out -> {
            out.println(fork + " continues from event " + place + " of " + from + ": " + status);
            if (end.error() != null) {
                out.println("  "
                        + SafeText.of(end.error().code() + ": " + end.error().message()));
            }
            out.println("  compare: waybill diff " + from + " " + fork + again());
            questions.forEach(question -> question.print(out, common.terminal().ansi(), again()));
        });
    }
}

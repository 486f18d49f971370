package dev.waybill.app.command.history;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.cli.Operand;
import dev.waybill.app.cli.Option;
import dev.waybill.app.cli.Target;
import dev.waybill.app.cli.ToldCommand;
import dev.waybill.app.command.bundle.Written;
import dev.waybill.app.desk.Server;
import dev.waybill.app.desk.ServerDesk;
import dev.waybill.app.desk.ServerOptions;
import dev.waybill.app.host.HostOptions;
import dev.waybill.app.host.Hosts;
import dev.waybill.app.host.RunIds;
import dev.waybill.journal.RunId;
import dev.waybill.journal.store.RunStore;
import dev.waybill.runtime.receipt.ExportOptions;
import dev.waybill.runtime.receipt.RunExport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// `waybill export`: a run's proof in one file, which `waybill verify` judges anywhere.
public final class ExportCommand extends ToldCommand {

    private final Operand<String> source =
            takes(Operand.run("The run to export: its id, its beginning or end, or @last."));
    private final Option<Path> out = takes(Option.path("--out", "FILE", "The bundle to write (default: RUN.zip).")
            .orShort("-o"));
    private final Option<Boolean> events =
            takes(Option.flag("--events", "Include the events: readers of the bundle see what was done."));
    private final Option<Boolean> children =
            takes(Option.flag("--without-children", "Leave out its child runs, so that the proof is partial."));
    private final Option<Boolean> withChildren =
            takes(Option.flag("--with-children", "Include its child runs, and theirs (the default)."));
    private final Option<Boolean> sources =
            takes(Option.flag("--with-sources", "Include the runs that it was forked from."));
    private final HostOptions hosting = takes(HostOptions.forKnownRuns());
    private final ServerOptions server = takes(new ServerOptions());

    public ExportCommand(Environment environment) {
        super(
                environment,
                "Write a run's receipts, summary and keys into one file.",
                "An open run gets a summary of its current state. Check the file with 'waybill verify FILE',",
                "which calls a fork without its source, or a run without its children, partial.");
    }

    @Override
    public ExitCode call() throws IOException {
        if (children.isGiven() && withChildren.isGiven()) {
            throw Failure.usage("expected --with-children or --without-children, found both", null);
        }
        Optional<Server> host = server.server(environment, hosting.place());
        if (host.isPresent()) {
            try (Server asked = host.get()) {
                return fetch(asked);
            }
        }
        try (RunStore store = hosting.readStore(environment)) {
            RunId run = RunIds.resolve(store, source.given());
            Path target = out.orElse(Path.of(run.value() + ".zip"));
            Target.requireFolder(target, "--out");
            write(store, run, target);
            return told(run.value(), target);
        }
    }

    /// The host makes the bundle and signs for it, as it does for the run.
    private ExitCode fetch(Server asked) throws IOException {
        String run = new ServerDesk(asked, server.again()).resolve(source.given());
        Path target = out.orElse(Path.of(run + ".zip"));
        Target.requireFolder(target, "--out");
        Map<String, String> options = new LinkedHashMap<>();
        options.put("children", String.valueOf(!children.isGiven()));
        options.put("sources", String.valueOf(sources.isGiven()));
        options.put("events", String.valueOf(events.isGiven()));
        byte[] bundle = asked.bytes("/v1/runs/" + run + "/bundle", options);
        Files.write(target, bundle);
        return told(run, target);
    }

    private ExitCode told(String run, Path target) throws IOException {
        Written written = Written.read(target);
        return answer(written.json().with("runId", run), print -> print.println(written.text()));
    }

    private void write(RunStore store, RunId run, Path target) throws IOException {
        ExportOptions options = new ExportOptions(!children.isGiven(), sources.isGiven(), false, events.isGiven());
        RunExport export =
                new RunExport(store, Hosts.OPERATOR, hosting.receipts().issuers(environment));
        if (!export.hasKeyOf(run)) {
            environment
                    .err()
                    .println("waybill: note: the run was signed with a key that is not here, so the bundle has"
                            + " none; give --key and --issuer as when it was started");
        }
        export.write(run, target, options, environment.clock().instant());
    }
}

package dev.waybill.app.command.history;

import dev.waybill.app.anchor.AnchorFiles;
import dev.waybill.app.anchor.AnchorOptions;
import dev.waybill.app.anchor.AnchorTarget;
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
import dev.waybill.app.host.RunIds;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.base.refusal.Refusals;
import dev.waybill.journal.RunId;
import dev.waybill.journal.store.RunStore;
import dev.waybill.receipt.CommitLog;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.anchor.Anchor;
import dev.waybill.runtime.receipt.RunExport;
import dev.waybill.view.text.Count;
import dev.waybill.view.text.SafeText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/// `waybill anchor`: puts a run's history into other hands, so that its own key can no longer rewrite it.
public final class AnchorCommand extends ToldCommand {

    private final Operand<String> source =
            takes(Operand.run("The run to anchor: its id, its beginning or end, or @last."));
    private final AnchorOptions targets = takes(new AnchorOptions("--", "of the run"));
    private final Option<Path> out = takes(
            Option.path("--out", "FILE", "Where witness receipts and time stamps go (default: RUN.anchors.jsonl).")
                    .orShort("-o"));
    private final HostOptions hosting = takes(HostOptions.forKnownRuns());
    private final ServerOptions server = takes(new ServerOptions());

    public AnchorCommand(Environment environment) {
        super(
                environment,
                "Put a run's history into other hands.",
                "They get the signed summary: how many receipts there are, the newest one, and a root over all.",
                "Check later with 'waybill verify BUNDLE --anchor FILE'.");
    }

    @Override
    public ExitCode call() throws IOException {
        List<AnchorTarget> chosen = targets.targets(environment);
        if (chosen.isEmpty()) {
            throw Failure.usage(
                    "nobody to hand the history to", "Name at least one of --file, --git, --witness and --tsa.");
        }
        Summed summed = summed();
        Path proofs = out.orElse(Path.of(summed.run() + ".anchors.jsonl"));
        for (AnchorTarget target : chosen) {
            AnchorFiles.keep(hand(target, summed.summary()), proofs);
        }
        answer(summed, chosen);
        return ExitCode.YES;
    }

    /// A run and its signed summary, as it stands.
    private record Summed(String run, Receipt summary) {}

    private Summed summed() throws IOException {
        Optional<Server> host = server.server(environment, hosting.place());
        if (host.isPresent()) {
            try (Server asked = host.get()) {
                return fetched(asked);
            }
        }
        try (RunStore store = hosting.openStore(environment)) {
            RunId run = RunIds.resolve(store, source.given());
            RunExport export =
                    new RunExport(store, Hosts.OPERATOR, hosting.receipts().issuers(environment));
            return new Summed(
                    run.value(), export.summary(run, environment.clock().instant()));
        }
    }

    /// The host signs for it, as it does for the run; its receipts end with the summary.
    private Summed fetched(Server asked) {
        String run = new ServerDesk(asked, server.again()).resolve(source.given());
        List<JsonValue> receipts = asked.get("/v1/runs/" + run + "/receipts", new LinkedHashMap<>())
                .array("receipts")
                .orElseThrow()
                .items();
        return new Summed(run, Receipt.decode(receipts.getLast().asString().orElseThrow()));
    }

    private static Anchor hand(AnchorTarget target, Receipt summary) {
        try {
            return target.hand(Anchor.anchorable(summary));
        } catch (IOException e) {
            throw new Failure(
                    ExitCode.NO,
                    "not_anchored",
                    "%s did not take it: %s"
                            .formatted(target.name(), Refusals.of(e).message()),
                    "Check the address and try again; whoever got it before keeps it.");
        }
    }

    private void answer(Summed summed, List<AnchorTarget> chosen) {
        Receipt summary = summed.summary();
        CommitLog order = Objects.requireNonNull(summary.commitLog());
        List<String> names = chosen.stream().map(AnchorTarget::name).toList();
        JsonObject json = JsonObject.builder()
                .put("runId", summed.run())
                .put("summary", summary.ref().toString())
                .put("receipts", order.size())
                .put("chainHead", order.chainHead().toString())
                .put("root", order.root().toString())
                .put("heldBy", JsonArray.ofStrings(names))
                .build();
        new Output(environment, common.json()).answer(json, print -> {
            String what = Count.of(order.size(), "receipt") + " up to " + order.chainHead();
            names.forEach(name -> print.println(SafeText.of(name) + " holds " + what));
        });
    }
}

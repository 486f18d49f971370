package dev.waybill.app.command;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.cli.Option;
import dev.waybill.app.cli.Output;
import dev.waybill.app.cli.ToldCommand;
import dev.waybill.app.desk.Server;
import dev.waybill.app.desk.ServerDesk;
import dev.waybill.app.desk.ServerOptions;
import dev.waybill.app.host.HostOptions;
import dev.waybill.app.host.Hosts;
import dev.waybill.app.host.LoggedSpans;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.journal.store.RunStore;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.ReceiptCheck;
import dev.waybill.receipt.ReceiptVerifier;
import dev.waybill.receipt.VerifierOptions;
import dev.waybill.receipt.audit.Presented;
import dev.waybill.receipt.audit.ReceiptSource;
import dev.waybill.receipt.binding.CloudEvents;
import dev.waybill.receipt.binding.OtlpJson;
import dev.waybill.receipt.binding.WorkflowSpans;
import dev.waybill.receipt.bundle.Evidence;
import dev.waybill.receipt.bundle.EvidenceOptions;
import dev.waybill.receipt.key.KeySet;
import dev.waybill.view.trace.RunSpans;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// `waybill telemetry`: receipts, or runs of a store, for tools that know traces and events.
///
/// Only receipts whose signature holds are written: a dashboard has no place for a verdict.
public final class TelemetryCommand extends ToldCommand {

    /// What to write.
    enum Format {
        /// An OTLP trace with a span for each step.
        OTLP,
        /// An OTLP trace with one span a workflow and an event for each receipt.
        SPAN_EVENTS,
        /// One CloudEvent a line.
        CLOUDEVENTS
    }

    private static final String RESOURCES = "resourceSpans";

    private final EvidenceArguments evidence = takes(new EvidenceArguments());
    private final Option<List<String>> runs = takes(Option.texts(
            "--run",
            "RUN",
            "Instead of receipts, a run of the store, or of a host, and its children: the spans that a collector gets live. May be"
                    + " repeated."));
    private final Option<Format> format = takes(Option.choice(
            "--format", "FORMAT", "otlp, span_events or cloudevents (default: otlp).", List.of(Format.values())));
    private final HostOptions hosting = takes(HostOptions.forKnownRuns());
    private final ServerOptions server = takes(new ServerOptions());

    public TelemetryCommand(Environment environment) {
        super(environment, "Write receipts or runs as OpenTelemetry spans (OTLP/JSON), receipts also as CloudEvents.");
    }

    @Override
    public ExitCode call() throws IOException {
        if (runs.isGiven()) {
            return logged();
        }
        List<Receipt> valid = new ArrayList<>();
        long refused = readValid(valid);
        Output output = new Output(environment, true);
        switch (format.orElse(Format.OTLP)) {
            case OTLP -> output.line(OtlpJson.traces(WorkflowSpans.tree(valid)));
            case SPAN_EVENTS -> output.line(OtlpJson.traces(WorkflowSpans.events(valid)));
            case CLOUDEVENTS -> CloudEvents.of(valid).forEach(output::line);
        }
        if (refused > 0) {
            environment
                    .err()
                    .println("waybill: " + refused + " invalid receipts were left out" + "\n  See 'waybill verify'.");
        }
        return ExitCode.of(refused == 0 && !valid.isEmpty());
    }

    private ExitCode logged() {
        if (format.orElse(Format.OTLP) != Format.OTLP) {
            throw Failure.usage("--run gives spans, which --format otlp writes", "Leave out --format.");
        }
        new Output(environment, true).line(spans(runs.orElse(List.of())));
        return ExitCode.YES;
    }

    private JsonObject spans(List<String> names) {
        Optional<Server> host = server.server(environment, hosting.place());
        if (host.isPresent()) {
            try (ServerDesk desk = new ServerDesk(host.get(), server.again())) {
                return joined(names.stream().map(name -> desk.spans(name).toJson()));
            }
        }
        try (RunStore store = hosting.readStore(environment)) {
            RunSpans spans = Hosts.spans(environment, hosting.receipts().issuers(environment));
            return OtlpJson.traces(new LoggedSpans(store, Hosts.OPERATOR, spans).of(names));
        }
    }

    private static JsonObject joined(Stream<JsonObject> documents) {
        return JsonObject.of(
                RESOURCES,
                new JsonArray(documents
                        .flatMap(document -> document.array(RESOURCES).orElse(JsonArray.EMPTY).items().stream())
                        .toList()));
    }

    private long readValid(List<Receipt> valid) throws IOException {
        KeySet trusted = evidence.trusted(environment);
        long now = evidence.now(environment);
        try (Evidence opened = EvidenceInput.open(environment, evidence.paths(), new EvidenceOptions(now, trusted))) {
            var verifier = new ReceiptVerifier(
                    trusted == null ? opened.keys() : trusted,
                    VerifierOptions.at(now).asEvidence());
            ReceiptSource receipts = opened.receipts();
            long refused = 0;
            for (byte[] line = receipts.next(); line != null; line = receipts.next()) {
                if (verifier.verify(Presented.of(line).jws()) instanceof ReceiptCheck.Valid check) {
                    valid.add(check.receipt());
                } else {
                    refused++;
                }
            }
            return refused;
        }
    }
}

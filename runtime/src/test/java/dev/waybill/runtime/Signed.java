package dev.waybill.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.engine.attest.Attestation;
import dev.waybill.engine.attest.StepClaim;
import dev.waybill.engine.decide.Command;
import dev.waybill.engine.node.NodeType;
import dev.waybill.engine.state.Fold;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.Event;
import dev.waybill.journal.ReceiptPolicy;
import dev.waybill.journal.RunId;
import dev.waybill.journal.store.StoredReceipt;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.audit.AuditOptions;
import dev.waybill.receipt.audit.AuditReport;
import dev.waybill.receipt.audit.Finding;
import dev.waybill.receipt.audit.Severity;
import dev.waybill.receipt.audit.Verdict;
import dev.waybill.receipt.audit.WorkflowAuditor;
import dev.waybill.receipt.bundle.Evidence;
import dev.waybill.receipt.bundle.EvidenceOptions;
import dev.waybill.receipt.key.SigningKey;
import dev.waybill.receipt.workflow.WorkflowContext;
import dev.waybill.receipt.workflow.WorkflowError;
import dev.waybill.receipt.workflow.WorkflowSummary;
import dev.waybill.runtime.receipt.ExportOptions;
import dev.waybill.runtime.receipt.HostKeys;
import dev.waybill.runtime.receipt.RunExport;
import dev.waybill.runtime.receipt.Sealer;
import dev.waybill.runtime.receipt.StoreNotary;
import dev.waybill.simulator.ModelStore;
import dev.waybill.workflow.WorkflowDefinition;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/// A host that signs, and a stranger who checks.
final class Signed {

    static final HostKeys KEYS = new HostKeys(
            List.of(SigningKey.ofSeed("test", "a seed of 32 bytes for one key..".getBytes(StandardCharsets.US_ASCII))),
            "https://host.example",
            "a secret of 32 bytes for tenants".getBytes(StandardCharsets.US_ASCII));

    final ModelStore store = new ModelStore();
    final TestHost host;

    Signed(NodeType... types) {
        host = new TestHost(store, new StoreNotary(store, new Sealer(KEYS)), types);
    }

    RunId start(List<String> nodes, List<String> edges) {
        return start(RunReceiptsTest.workflow("flow", nodes, edges), JsonObject.EMPTY, ReceiptPolicy.DEFAULT);
    }

    void answer(RunId run, String node, String action) {
        host.host.tell(
                TestHost.ACME,
                run,
                at -> new Command.Answer(
                        at, node, JsonObject.EMPTY.with("action", new JsonString(action)), "ada", true));
        host.settle();
    }

    static WorkflowError error(WorkflowSummary summary) {
        return Objects.requireNonNull(summary.evidence().errorContext());
    }

    RunId start(WorkflowDefinition definition, JsonObject inputs, ReceiptPolicy policy) {
        StartRequest plain = StartRequest.of(definition, inputs);
        RunId run = host.host.start(
                TestHost.ACME,
                new StartRequest(
                        plain.definition(),
                        plain.inputs(),
                        plain.configurable(),
                        plain.metadata(),
                        plain.envelope(),
                        policy,
                        plain.idempotencyKey()));
        host.settle();
        return run;
    }

    List<Receipt> steps(RunId run) {
        return store.receipts(run, StoredReceipt.Kind.STEP, 0, Integer.MAX_VALUE).stream()
                .map(stored -> Receipt.decode(stored.bytes()))
                .toList();
    }

    WorkflowSummary summary(RunId run) {
        WorkflowSummary summary = Receipt.decode(store.receipts(run, StoredReceipt.Kind.SUMMARY, 0, 2)
                        .getFirst()
                        .bytes())
                .summary();
        assertThat(summary).isNotNull();
        return java.util.Objects.requireNonNull(summary);
    }

    static JsonObject details(Receipt receipt) {
        return receipt.extensions().object(StepClaim.EXTENSION_KEY).orElseThrow();
    }

    static WorkflowContext context(Receipt receipt) {
        return java.util.Objects.requireNonNull(receipt.workflow());
    }

    /// What each receipt is about: its kind, and for a node its id and how it ended.
    List<String> told(RunId run) {
        return steps(run).stream()
                .map(Signed::details)
                .map(each -> String.join(
                        " ",
                        List.of(
                                        each.string("kind").orElse(""),
                                        each.string("node").orElse(""),
                                        each.string("outcome").orElse(""))
                                .stream()
                                .filter(text -> !text.isEmpty())
                                .toList()))
                .toList();
    }

    /// Exports a run and judges the file, as `waybill verify` does.
    AuditReport verify(RunId run, ExportOptions options) {
        try {
            Path bundle = Files.createTempFile("run", ".zip");
            try {
                new RunExport(store, TestHost.ACME, KEYS).write(run, bundle, options, host.instant());
                long now = host.instant().getEpochSecond();
                try (Evidence evidence = Evidence.open(bundle, EvidenceOptions.at(now))) {
                    return new WorkflowAuditor(KEYS.publicKeys(), AuditOptions.at(now)).audit(evidence.receipts());
                }
            } finally {
                Files.delete(bundle);
            }
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    /// All is signed and nothing is to remark.
    AuditReport assertSound(RunId run) {
        return assertSound(run, ExportOptions.DEFAULT);
    }

    AuditReport assertSound(RunId run, ExportOptions options) {
        assertComplete(run);
        AuditReport report = verify(run, options);
        assertThat(report.findings().stream()
                        .filter(finding -> finding.severity() != Severity.INFO)
                        .map(Finding::message))
                .isEmpty();
        assertThat(report.verdict()).isEqualTo(Verdict.VERIFIED);
        return report;
    }

    /// Every event that requires a receipt has one, and no other event has.
    void assertComplete(RunId run) {
        Set<Long> signed = new LinkedHashSet<>();
        for (StoredReceipt.Kind kind : StoredReceipt.Kind.values()) {
            store.receipts(run, kind, 0, Integer.MAX_VALUE).forEach(receipt -> signed.add(receipt.sequence()));
        }
        RunState end = host.state(run);
        RunState state = Fold.begin(end.header(), end.workflow());
        Set<Long> required = new LinkedHashSet<>();
        if (Attestation.opens(end.header())) {
            required.add(StoredReceipt.CREATION);
        }
        for (Event event : host.events(run)) {
            state = Fold.evolve(state, event);
            if (event.sequence() >= end.header().prefixLength() && Attestation.requires(state, event)) {
                required.add(event.sequence());
            }
        }
        assertThat(signed).containsExactlyInAnyOrderElementsOf(required);
    }
}

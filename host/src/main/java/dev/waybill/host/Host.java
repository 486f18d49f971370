package dev.waybill.host;

import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.decide.RefusalCode;
import dev.waybill.engine.decide.Refused;
import dev.waybill.host.wiring.HostTrouble;
import dev.waybill.host.wiring.LiveHost;
import dev.waybill.journal.RunId;
import dev.waybill.receipt.audit.AuditOptions;
import dev.waybill.receipt.audit.AuditReport;
import dev.waybill.receipt.audit.WorkflowAuditor;
import dev.waybill.receipt.bundle.Evidence;
import dev.waybill.receipt.bundle.EvidenceOptions;
import dev.waybill.receipt.key.KeySet;
import dev.waybill.runtime.Caller;
import dev.waybill.runtime.DefinitionSource;
import dev.waybill.runtime.RunHost;
import dev.waybill.runtime.StartRequest;
import dev.waybill.runtime.receipt.ReceiptIssuers;
import dev.waybill.store.StoreLocation;
import dev.waybill.workflow.WorkflowDefinition;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/// Durable, signed runs inside your program: `Host.at(directory).activity(…).workflow(…).open()`.
///
/// A host works on all runs of its store that it has the activities for. Several may share a store, in one process or
/// in many, beside the command line and the server; each run is worked on by one of them at a time. After a crash the
/// next host that opens the store goes on with what was begun. Any thread may use it.
public final class Host implements AutoCloseable {

    private final LiveHost live;
    private final Caller caller;
    private final DefinitionSource workflows;
    private final ReceiptIssuers issuers;
    private final HostTrouble trouble;
    private final InstantSource clock;

    Host(
            LiveHost live,
            Caller caller,
            DefinitionSource workflows,
            ReceiptIssuers issuers,
            HostTrouble trouble,
            InstantSource clock) {
        this.live = live;
        this.caller = caller;
        this.workflows = workflows;
        this.issuers = issuers;
        this.trouble = trouble;
        this.clock = clock;
    }

    /// A host whose runs lie in a directory, in SQLite; it is made when it is not there.
    public static HostBuilder at(Path directory) {
        return new HostBuilder(new StoreLocation.DataDirectory(directory));
    }

    /// A host whose runs lie in PostgreSQL, shared by several machines: `jdbc:postgresql://host/database?user=…`.
    ///
    /// @throws IllegalArgumentException when it is another kind of URL
    public static HostBuilder at(String jdbcUrl) {
        return new HostBuilder(StoreLocation.of(null, jdbcUrl, Path.of("")));
    }

    /// Starts a run. When this returns it is durable, and will be worked on to its end whatever happens to this
    /// process.
    ///
    /// @param workflow the id of a workflow or of an agent
    /// @param input a record, a map or a JSON object with the run's inputs; null for none
    /// @throws Refused when there is no such workflow, or the input does not fit
    public Run start(String workflow, @Nullable Object input) {
        return start(workflow, input, null);
    }

    /// The same, once for each key: a second call with it gets the first one's run.
    public Run start(String workflow, @Nullable Object input, @Nullable String idempotencyKey) {
        return start(new StartRequest(
                definition(workflow),
                Values.object(input),
                JsonObject.EMPTY,
                JsonObject.EMPTY,
                EvidenceEnvelope.NONE,
                null,
                idempotencyKey));
    }

    /// The same with everything that can be said about a run.
    public Run start(StartRequest request) {
        return run(live.host().start(caller, request));
    }

    /// A workflow, or the graph that a run of an agent is.
    ///
    /// @throws Refused when nothing is called so
    public WorkflowDefinition definition(String workflow) {
        return workflows
                .find(workflow)
                .orElseThrow(() -> new Refused(
                        RefusalCode.WORKFLOW_NOT_FOUND,
                        "no workflow or agent is called %s; there are %s".formatted(workflow, workflows.ids())));
    }

    /// A run that was started before, by whomever.
    ///
    /// @throws Refused when there is none
    public Run run(String runId) {
        Run run = run(new RunId(runId));
        run.state();
        return run;
    }

    private Run run(RunId id) {
        return new Run(this, id);
    }

    /// Judges a bundle by this host's own keys: has anything changed, is anything missing?
    public AuditReport verify(Path bundle) throws IOException {
        return verify(bundle, keys(), clock.instant());
    }

    /// The same for somebody who has no host: from the file and the issuer's public keys alone.
    public static AuditReport verify(Path bundle, KeySet keys, Instant now) throws IOException {
        long at = now.getEpochSecond();
        try (Evidence evidence = Evidence.open(bundle, EvidenceOptions.at(at).trusting(keys))) {
            return new WorkflowAuditor(keys, AuditOptions.at(at)).audit(evidence.receipts());
        }
    }

    /// The public keys with which others check this host's receipts.
    public KeySet keys() {
        return issuers.publicKeys();
    }

    /// What lies beneath, for everything that has no method here.
    public RunHost runtime() {
        return live.host();
    }

    LiveHost live() {
        return live;
    }

    Caller caller() {
        return caller;
    }

    ReceiptIssuers issuers() {
        return issuers;
    }

    HostTrouble trouble() {
        return trouble;
    }

    Instant now() {
        return clock.instant();
    }

    /// Stops work and gives all runs back, so that the next host takes them up at once. What is at work is interrupted,
    /// and done again by whoever goes on.
    @Override
    public void close() {
        live.close();
    }
}

package dev.waybill.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.decide.Command;
import dev.waybill.engine.decide.RefusalCode;
import dev.waybill.engine.decide.Refused;
import dev.waybill.journal.ForkMode;
import dev.waybill.journal.RunId;
import dev.waybill.journal.event.DrainPolicy;
import dev.waybill.journal.store.RunQuery;
import dev.waybill.journal.store.Scope;
import dev.waybill.journal.store.StoredRun;
import dev.waybill.runtime.receipt.ExportOptions;
import dev.waybill.runtime.receipt.ExportRefused;
import dev.waybill.runtime.receipt.RunDisclosures;
import dev.waybill.runtime.receipt.RunExport;
import dev.waybill.simulator.ModelStore;
import dev.waybill.workflow.WorkflowDefinition;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A caller sees the runs of its tenant and does what its scopes allow. Whatever belongs to somebody else is not there.
class CallerTest {

    private static final Once ONCE = new Once("answer", "key", JsonObject.EMPTY, JsonObject.EMPTY);

    private static final Caller STRANGER = new Caller("other", "bob", Scope.ALL);

    private final TestHost host = new TestHost(new ModelStore());
    private final RunId run = host.start(workflow("core.approvalGate"), JsonObject.EMPTY);
    private final RunId unknown = new RunId(run.value().substring(0, run.value().length() - 4) + "0000");

    @TempDir
    private Path folder;

    /// Everything that finds a run.
    private Map<String, BiConsumer<Caller, RunId>> lookups() {
        Map<String, BiConsumer<Caller, RunId>> all = new LinkedHashMap<>();
        all.put("state", (caller, id) -> host.host.state(caller, id));
        all.put("cancel", (caller, id) -> host.host.tell(caller, id, at -> new Command.Cancel(at, null, null)));
        all.put(
                "pause",
                (caller, id) -> host.host.tell(caller, id, at -> new Command.Pause(at, null, DrainPolicy.IMMEDIATE)));
        all.put("resume", (caller, id) -> host.host.tell(caller, id, Command.Resume::new));
        all.put("answer", (caller, id) -> host.host.tell(caller, id, CallerTest::accept));
        all.put("answer with key", (caller, id) -> host.host.tell(caller, id, CallerTest::accept, ONCE));
        all.put(
                "token",
                (caller, id) -> host.host
                        .tokenHolders()
                        .issue(caller, id, "gate", Duration.ofMinutes(1), ResumeTokens.Intent.RESOLVE));
        all.put("fork", (caller, id) -> host.host.fork(caller, id, 1, ForkMode.BRANCH, JsonObject.EMPTY));
        all.put("adopt", (caller, id) -> host.host.adopt(caller, id));
        all.put("disclose", (caller, id) -> RunDisclosures.of(host.store, host.host.reader(caller), id));
        return all;
    }

    private static Command.Answer accept(Instant at) {
        return new Command.Answer(at, "gate", TestHost.json("{'action': 'accept'}"), "bob", true);
    }

    private static WorkflowDefinition workflow(String type) {
        return RunReceiptsTest.workflow("flow", List.of(RunReceiptsTest.node("gate", type, "")), List.of());
    }

    @Test
    void aRunOfAnotherTenantIsRefusedLikeOneThatIsNotThere() {
        long head = host.state(run).head();
        lookups().forEach((name, lookup) -> {
            Refused crossing = refusal(() -> lookup.accept(STRANGER, run));
            Refused nowhere = refusal(() -> lookup.accept(STRANGER, unknown));
            assertThat(crossing.code()).as(name).isEqualTo(RefusalCode.RUN_NOT_FOUND);
            assertThat(crossing.details()).as(name).isEqualTo(nowhere.details());
            assertThat(words(crossing)).as(name).isEqualTo(words(nowhere));
        });
        assertThat(host.state(run).head()).isEqualTo(head);
        assertThat(host.store.runs(RunQuery.all(10))).hasSize(1);
    }

    @Test
    void aProcessThatHasNotSeenTheRunYetSaysTheSame() {
        TestHost elsewhere = new TestHost(host.store, Notary.NONE, 8);
        assertThat(refusal(() -> elsewhere.host.state(STRANGER, run)).getMessage())
                .isEqualTo("no run is called " + run);
        assertThat(elsewhere.host.state(TestHost.ACME, run).header().runId()).isEqualTo(run);
    }

    @Test
    void noListAndNoBeginningOfAnIdShowsARunOfAnotherTenant() {
        RunReader theirs = host.host.reader(STRANGER);
        assertThat(theirs.run(run)).isEmpty();
        assertThat(theirs.events(run, 0, 10)).isEmpty();
        for (RunQuery query : List.of(
                RunQuery.all(10),
                RunQuery.where().idPrefix(run.value().substring(0, 8)).newest(10),
                RunQuery.where().idPrefix(run.value()).newest(10),
                RunQuery.all(10).ofTenant("acme"))) {
            assertThat(theirs.runs(query)).isEmpty();
            assertThat(host.host.reader(TestHost.ACME).runs(query))
                    .extracting(StoredRun::header)
                    .extracting(header -> header.runId())
                    .containsExactly(run);
        }
    }

    @Test
    void nothingOfAnotherTenantIsExported() {
        Path bundle = folder.resolve("bundle.zip");
        RunExport export = new RunExport(host.store, STRANGER, Signed.KEYS);
        assertThat(catchThrowableOfType(
                        ExportRefused.class, () -> export.write(run, bundle, ExportOptions.DEFAULT, host.instant())))
                .hasMessage("no run is called " + run + " here");
        assertThat(bundle).doesNotExist();
    }

    @Test
    void theOperatorOfAStoreSeesTheRunsOfEveryTenant() {
        Caller operator = Caller.operator("local");
        RunId own = host.host.start(operator, StartRequest.of(workflow("core.noop"), JsonObject.EMPTY));
        host.settle();
        assertThat(host.host.state(operator, run).header().tenant()).isEqualTo("acme");
        assertThat(host.host.state(operator, own).header().tenant()).isEqualTo("local");
        assertThat(host.host.reader(operator).runs(RunQuery.all(10))).hasSize(2);
        assertThat(host.host.reader(operator).runs(RunQuery.all(10).ofTenant("acme")))
                .hasSize(1);
    }

    @Test
    void twoTenantsMayUseTheSameIdempotencyKey() {
        StartRequest request = new StartRequest(
                workflow("core.noop"),
                JsonObject.EMPTY,
                JsonObject.EMPTY,
                JsonObject.EMPTY,
                EvidenceEnvelope.NONE,
                null,
                "key-1");
        RunId first = host.host.start(TestHost.ACME, request);
        assertThat(host.host.start(TestHost.ACME, request)).isEqualTo(first);
        assertThat(host.host.start(STRANGER, request)).isNotEqualTo(first);
    }

    @Test
    void aCallWithoutItsScopeIsForbiddenAndSaysWhichOneItNeeds() {
        assertNeeds(Scope.RUNS_READ, caller -> host.host.state(caller, run));
        assertNeeds(Scope.RUNS_READ, host.host::reader);
        assertNeeds(
                Scope.RUNS_CREATE,
                caller -> host.host.start(caller, StartRequest.of(workflow("core.noop"), JsonObject.EMPTY)));
        assertNeeds(Scope.RUNS_CREATE, caller -> host.host.fork(caller, run, 1, ForkMode.BRANCH, JsonObject.EMPTY));
        assertNeeds(Scope.RUNS_CANCEL, caller -> host.host.tell(caller, run, at -> new Command.Cancel(at, null, null)));
        assertNeeds(Scope.RUNS_CANCEL, caller -> host.host.tell(caller, run, Command.Resume::new));
        assertNeeds(Scope.APPROVALS_RESPOND, caller -> host.host.tell(caller, run, CallerTest::accept));
        assertNeeds(Scope.APPROVALS_RESPOND, caller -> host.host.tell(caller, run, CallerTest::accept, ONCE));
    }

    private static void assertNeeds(Scope scope, Consumer<Caller> call) {
        Caller poor = new Caller("acme", "key_1", without(scope));
        Refused refused = refusal(() -> call.accept(poor));
        assertThat(refused.code()).isEqualTo(RefusalCode.FORBIDDEN);
        assertThat(refused).hasMessageContaining(scope.wire()).hasMessageContaining("key_1");
        assertThat(refused.details().string("scopeRequired")).contains(scope.wire());
    }

    private static Set<Scope> without(Scope scope) {
        Set<Scope> rest = new TreeSet<>(Scope.ALL);
        rest.remove(scope);
        return rest;
    }

    private String words(Refused refused) {
        return String.valueOf(refused.getMessage()).replace(run.value(), "RUN").replace(unknown.value(), "RUN");
    }

    private static Refused refusal(ThrowingCallable call) {
        return catchThrowableOfType(Refused.class, call);
    }
}

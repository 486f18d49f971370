package dev.waybill.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.decide.Command;
import dev.waybill.engine.decide.RefusalCode;
import dev.waybill.engine.decide.Refused;
import dev.waybill.engine.decide.Status;
import dev.waybill.engine.node.Activity;
import dev.waybill.engine.node.ActivityCall;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.journal.ReceiptPolicy;
import dev.waybill.journal.RunId;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.store.StoredReceipt;
import dev.waybill.receipt.ReceiptIssuer;
import dev.waybill.receipt.jws.Wire;
import dev.waybill.receipt.key.KeySet;
import dev.waybill.receipt.privacy.TenantIds;
import dev.waybill.runtime.check.Fsck;
import dev.waybill.runtime.check.FsckFinding;
import dev.waybill.runtime.receipt.ReceiptIssuers;
import dev.waybill.runtime.receipt.Sealer;
import dev.waybill.runtime.receipt.StoreNotary;
import dev.waybill.simulator.ModelStore;
import dev.waybill.workflow.WorkflowDefinition;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/// A key that is lost pauses runs. Nothing goes on unsigned.
class KeyLostTest {

    /// Keys that somebody can take away.
    private static final class Fragile implements ReceiptIssuers {
        boolean lost;

        @Override
        public ReceiptIssuer issuer(String tenant, Wire wire, Instant at) {
            requireKey();
            return Signed.KEYS.issuer(tenant, wire, at);
        }

        @Override
        public ReceiptIssuer issuer(String tenant, Wire wire, String name, Instant at) {
            requireKey();
            return Signed.KEYS.issuer(tenant, wire, name, at);
        }

        private void requireKey() {
            if (lost) {
                throw new KeyLost("the key is not where it was", new IllegalStateException("gone"));
            }
        }

        @Override
        public TenantIds ids(String tenant) {
            return Signed.KEYS.ids(tenant);
        }

        @Override
        public KeySet publicKeys() {
            return Signed.KEYS.publicKeys();
        }
    }

    /// Counts how often it was done.
    private static final class Work implements Activity {
        private int done;

        @Override
        public String typeId() {
            return "test.work";
        }

        @Override
        public NodeResult execute(ActivityCall call) {
            done++;
            return NodeResult.done(JsonObject.EMPTY);
        }
    }

    private final Fragile keys = new Fragile();
    private final Work work = new Work();
    private final ModelStore store = new ModelStore();
    private final TestHost host = new TestHost(store, new StoreNotary(store, new Sealer(keys)), work);

    private static WorkflowDefinition workflow(String... nodes) {
        return RunReceiptsTest.workflow("flow", List.of(nodes), List.of());
    }

    private static String node(String id, String type) {
        return RunReceiptsTest.node(id, type, type.equals("core.delay") ? "'ms':1000" : "");
    }

    private RunId start(WorkflowDefinition definition) {
        StartRequest plain = StartRequest.of(definition, JsonObject.EMPTY);
        return host.host.start(
                TestHost.ACME,
                new StartRequest(
                        plain.definition(),
                        plain.inputs(),
                        plain.configurable(),
                        plain.metadata(),
                        plain.envelope(),
                        ReceiptPolicy.DEFAULT,
                        null));
    }

    private void isPaused(RunId run) {
        assertThat(Status.of(host.state(run))).isEqualTo(RunStatus.PAUSED);
        assertThat(host.state(run).pauseReason()).isEqualTo("signing_key_lost");
        assertThat(store.run(run).orElseThrow().projection().status()).isEqualTo(RunStatus.PAUSED);
    }

    private void isWhole() {
        List<FsckFinding> findings = new ArrayList<>();
        Fsck.check(store, keys, host.instant(), findings::add);
        assertThat(findings).isEmpty();
    }

    @Test
    void anOutcomeThatCannotBeSignedPausesTheRunAndIsRecordedWhenTheKeyIsBack() {
        RunId run = start(workflow(node("a", "test.work")));
        keys.lost = true;
        host.settle();
        isPaused(run);
        long head = host.state(run).head();
        for (int poll = 0; poll < 5; poll++) {
            host.settle();
        }
        assertThat(host.state(run).head()).isEqualTo(head);
        assertThat(host.troubles).containsExactly("key lost");
        assertThat(store.receipts(run, StoredReceipt.Kind.STEP, 0, 9)).hasSize(1);
        keys.lost = false;
        host.host.tell(TestHost.ACME, run, Command.Resume::new);
        host.settle();
        assertThat(Status.of(host.state(run))).isEqualTo(RunStatus.COMPLETED);
        assertThat(work.done).isEqualTo(1);
        assertThat(host.types(run)).containsSubsequence("run.paused", "run.resumed", "run.completed");
        isWhole();
    }

    @Test
    void anAnswerThatCannotBeSignedIsRefusedAndChangesNothing() {
        RunId run = start(workflow(node("gate", "core.approvalGate")));
        host.settle();
        long head = host.state(run).head();
        keys.lost = true;
        assertRefused(() -> answer(run));
        assertThat(host.state(run).head()).isEqualTo(head);
        assertRefused(() -> start(workflow(node("gate", "core.approvalGate"))));
        keys.lost = false;
        answer(run);
        assertThat(Status.of(host.state(run))).isEqualTo(RunStatus.COMPLETED);
    }

    @Test
    void aRunThatIsResumedTooEarlyStaysPaused() {
        RunId run = start(workflow(node("wait", "core.delay")));
        host.settle();
        keys.lost = true;
        host.pass(Duration.ofSeconds(2));
        isPaused(run);
        host.host.tell(TestHost.ACME, run, Command.Resume::new);
        host.pass(Duration.ofSeconds(2));
        isPaused(run);
    }

    private void answer(RunId run) {
        host.host.tell(
                TestHost.ACME,
                run,
                at -> new Command.Answer(at, "gate", TestHost.json("{'action':'accept'}"), "ada", true));
    }

    private static void assertRefused(ThrowingCallable call) {
        assertThatExceptionOfType(Refused.class)
                .isThrownBy(call)
                .satisfies(refused -> assertThat(refused.code()).isEqualTo(RefusalCode.SIGNING_KEY_LOST));
    }
}

package dev.waybill.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.decide.Limits;
import dev.waybill.engine.node.NodeTypes;
import dev.waybill.journal.ReceiptPolicy;
import dev.waybill.journal.store.Ownership.ClaimScope;
import dev.waybill.journal.store.RunStore;
import dev.waybill.simulator.ModelStore;
import dev.waybill.testkit.Until;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/// What a process says about itself, whoever beats for it.
class PresenceTest {

    private static final String URL = "http://127.0.0.1:7070";

    private final ModelStore store = new ModelStore();
    private final CountDownLatch writing = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);

    @Test
    void aBeatThatBeganBeforeTheServerDoesNotHideItsAddress() throws InterruptedException {
        RunHost host = host();
        Thread before = Thread.ofPlatform().start(host::heartbeat);
        writing.await();
        host.presentAs(() -> HostSelf.at("here", URL), JsonObject.of("url", URL));
        Thread after = Thread.ofPlatform().start(host::heartbeat);
        Until.holds(
                "the second beat waits for the first, or is over",
                () -> after.getState() == Thread.State.BLOCKED || !after.isAlive());
        goOn.countDown();
        before.join();
        after.join();
        assertThat(store.processes(Instant.now(), HostSettings.DEFAULT_LEASE))
                .singleElement()
                .satisfies(process -> assertThat(process.toString()).contains(URL));
    }

    private RunHost host() {
        return new RunHost(
                slow(),
                NodeTypes.core(),
                Limits.DEFAULT,
                DefinitionSource.NONE,
                Notary.NONE,
                new HostSettings("test", ReceiptPolicy.OFF, ClaimScope.ALL, HostSettings.DEFAULT_LEASE, "1"),
                InstantSource.system(),
                new Random(1),
                Runnable::run,
                Trouble.THROWN);
    }

    /// The first beat stays on its way until it may go on.
    private RunStore slow() {
        AtomicBoolean first = new AtomicBoolean(true);
        return (RunStore) Proxy.newProxyInstance(
                RunStore.class.getClassLoader(), new Class<?>[] {RunStore.class}, (_, method, arguments) -> {
                    if (method.getName().equals("heartbeat") && first.getAndSet(false)) {
                        writing.countDown();
                        goOn.await();
                    }
                    return method.invoke(store, arguments);
                });
    }
}

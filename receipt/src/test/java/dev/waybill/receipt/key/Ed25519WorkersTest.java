package dev.waybill.receipt.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.GeneralSecurityException;
import java.security.Provider;
import java.security.Security;
import java.security.SignatureException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class Ed25519WorkersTest {

    private final AtomicInteger made = new AtomicInteger();
    private final AtomicReference<Provider> installed = new AtomicReference<>(new Another());
    private final Ed25519Workers workers = new Ed25519Workers(installed::get, provider -> {
        made.incrementAndGet();
        return new Ed25519Worker(provider);
    });

    /// A provider of its own, with the arithmetic of the JDK.
    private static final class Another extends Provider {

        private static final long serialVersionUID = 1;

        private Another() {
            super("Another", "1", "a provider for a test");
        }

        @Override
        public Service getService(String type, String algorithm) {
            return Objects.requireNonNull(Security.getProvider("SunEC")).getService(type, algorithm);
        }
    }

    /// A run is worked on by one short thread after the other.
    @Test
    void threadsThatComeOneAfterTheOtherShareOneWorker() throws Exception {
        for (int i = 0; i < 20; i++) {
            Thread.ofVirtual().start(() -> use()).join();
        }
        assertThat(made).hasValue(1);
    }

    @Test
    void nobodyHasAWorkerThatAnotherOneUses() throws Exception {
        List<Ed25519Worker> lent = new ArrayList<>();
        workers.use(outer -> workers.use(inner -> lent.addAll(List.of(outer, inner))));
        assertThat(lent).doesNotHaveDuplicates();
        assertThat(made).hasValue(2);
    }

    @Test
    void manyAtOnceSignAsOneDoes() throws Exception {
        SigningKey key = SigningKey.ofSeed("key", new byte[32]);
        byte[] message = {1, 2, 3};
        byte[] alone = key.sign(message);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<byte[]>> all = new ArrayList<>();
            for (int i = 0; i < 64; i++) {
                all.add(threads.submit(() -> key.sign(message)));
            }
            for (Future<byte[]> each : all) {
                assertThat(each.get()).isEqualTo(alone);
            }
        }
    }

    @Test
    void aWorkerThatThrewIsNotUsedAgain() {
        assertThatThrownBy(() -> workers.use(_ -> {
                    throw new SignatureException("in the middle of something");
                }))
                .isInstanceOf(SignatureException.class);
        use();
        assertThat(made).hasValue(2);
    }

    @Test
    void aProviderThatIsInstalledLaterIsUsedFromThenOn() {
        use();
        installed.set(new Another());
        use();
        use();
        assertThat(made).hasValue(2);
    }

    private void use() {
        try {
            workers.use(Object::hashCode);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}

package dev.waybill.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.waybill.base.json.JsonObject;
import dev.waybill.journal.store.LiveProcess;
import dev.waybill.journal.store.ProcessId;
import dev.waybill.journal.store.StoreException;
import dev.waybill.testkit.Relay;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/// A process that lives is heard in time, whatever its other connections wait for.
class HeartTest {

    private static final Duration LEASE = Duration.ofSeconds(10);

    /// A connection that swallows everything keeps whoever has no patience of its own for longer than this.
    private static final Duration FOR_EVER = Duration.ofMinutes(1);

    private static final Instant BORN = Instant.parse("2026-11-17T10:00:00Z");
    private static final ProcessId PROCESS = new ProcessId("serve-1");

    private final String url = PostgresServer.newDatabase();

    @Test
    void aBeatOutlivesAConnectionThatSwallowsEverything() {
        try (Relay network = new Relay(port());
                PostgresStore store = PostgresStore.open(network.url(url))) {
            store.register(PROCESS, "serve", BORN);
            assertThat(store.heartbeat(PROCESS, BORN, JsonObject.EMPTY)).isTrue();

            network.swallow();

            Instant next = BORN.plus(LEASE.dividedBy(4));
            boolean known = assertTimeoutPreemptively(FOR_EVER, () -> store.heartbeat(PROCESS, next, JsonObject.EMPTY));
            assertThat(known).isTrue();
            try (PostgresStore other = PostgresStore.open(url)) {
                assertThat(other.processes(next.plus(LEASE), LEASE))
                        .extracting(LiveProcess::process)
                        .containsExactly(PROCESS);
            }
        }
    }

    /// Half a lease of silence makes others doubt, and a quarter passes between two beats.
    @Test
    void itGivesUpOnAConnectionBeforeOthersDoubtThatItsProcessLives() {
        assertThat(LEASE.dividedBy(4).plusSeconds(Heart.PATIENCE_SECONDS)).isLessThan(LEASE.dividedBy(2));
    }

    @Test
    void aDatabaseThatIsAwayIsToldAtOnceAndFoundAgain() {
        try (Relay network = new Relay(port());
                PostgresStore store = PostgresStore.open(network.url(url))) {
            store.register(PROCESS, "serve", BORN);
            network.down();
            assertThat(catchThrowable(() -> store.heartbeat(PROCESS, BORN, JsonObject.EMPTY)))
                    .isInstanceOf(StoreException.class);
            network.up();

            assertThat(store.heartbeat(PROCESS, BORN, JsonObject.EMPTY)).isTrue();
        }
    }

    private int port() {
        return URI.create(url.substring("jdbc:".length())).getPort();
    }
}

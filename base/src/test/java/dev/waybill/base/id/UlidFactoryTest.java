package dev.waybill.base.id;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class UlidFactoryTest {

    private static final long NOW = 1_763_000_000_000L;

    private final AtomicLong clock = new AtomicLong(NOW);
    private final InstantSource time = () -> Instant.ofEpochMilli(clock.get());

    /// A source whose bits are all set, which makes the random part as large as it can be.
    private static final RandomGenerator ONES = () -> -1L;

    @Test
    void anIdCarriesTheTime() {
        UlidFactory ids = new UlidFactory(time, new SecureRandom());
        assertThat(ids.next().time()).isEqualTo(Instant.ofEpochMilli(NOW));
        clock.addAndGet(5);
        assertThat(ids.next().time()).isEqualTo(Instant.ofEpochMilli(NOW + 5));
    }

    @Test
    void idsOfOneMillisecondGrowByMoreThanOne() {
        UlidFactory ids = new UlidFactory(time, new Random(1));
        Ulid before = ids.next();
        boolean leaps = false;
        for (int i = 0; i < 10_000; i++) {
            Ulid next = ids.next();
            assertThat(next).isGreaterThan(before);
            assertThat(next.time()).isEqualTo(before.time());
            leaps |= next.low() - before.low() > 1;
            before = next;
        }
        assertThat(leaps).isTrue();
    }

    @Test
    void idsGrowWhileTheClockRunsBackwards() {
        UlidFactory ids = new UlidFactory(time, new Random(2));
        Ulid before = ids.next();
        for (int i = 0; i < 1_000; i++) {
            clock.addAndGet(-1_000);
            Ulid next = ids.next();
            assertThat(next).isGreaterThan(before);
            before = next;
        }
        assertThat(before.time()).isEqualTo(Instant.ofEpochMilli(NOW));
    }

    @Test
    void anOverflowOfTheRandomPartMovesTheTimeOn() {
        UlidFactory ids = new UlidFactory(time, ONES);
        Ulid first = ids.next();
        assertThat(first).isEqualTo(new Ulid(NOW << 16 | 0xFFFF, -1));
        Ulid second = ids.next();
        assertThat(second).isGreaterThan(first);
        assertThat(second.time()).isEqualTo(Instant.ofEpochMilli(NOW + 1));
        clock.incrementAndGet();
        assertThat(ids.next()).isGreaterThan(second);
    }

    @Test
    void manyThreadsGetDistinctIdsInTheirOwnOrder() throws Exception {
        UlidFactory ids =
                new UlidFactory(() -> Instant.ofEpochMilli(clock.getAndAdd(clock.get() % 3 - 1)), new Random(3));
        Callable<List<Ulid>> worker = () -> {
            List<Ulid> mine = new ArrayList<>();
            for (int i = 0; i < 20_000; i++) {
                mine.add(ids.next());
            }
            return mine;
        };
        Set<Ulid> all = new HashSet<>();
        try (var threads = Executors.newFixedThreadPool(4)) {
            for (Future<List<Ulid>> mine : threads.invokeAll(List.of(worker, worker, worker, worker))) {
                assertThat(mine.get()).isSorted();
                all.addAll(mine.get());
            }
        }
        assertThat(all).hasSize(80_000);
    }

    @Test
    void twoFactoriesShareNoIds() {
        UlidFactory one = new UlidFactory(time, new SecureRandom());
        UlidFactory other = new UlidFactory(time, new SecureRandom());
        assertThat(one.next().low()).isNotEqualTo(other.next().low());
    }

    @Test
    void aTimeThatDoesNotFitIsRefused() {
        UlidFactory ids = new UlidFactory(time, ONES);
        for (long millis : new long[] {-1, 1L << 48}) {
            clock.set(millis);
            assertThatIllegalStateException().isThrownBy(ids::next);
        }
    }
}

package dev.waybill.base.id;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.InstantSource;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class UuidV7FactoryTest {

    private static final long NOW = 1_763_000_000_000L;
    private static final InstantSource CLOCK = InstantSource.fixed(Instant.ofEpochMilli(NOW));

    @Test
    void versionVariantAndTimeAreInTheirPlaces() {
        UUID id = new UuidV7Factory(CLOCK, new Random(1)).next();
        assertThat(id.version()).isEqualTo(7);
        assertThat(id.variant()).isEqualTo(2);
        assertThat(id.getMostSignificantBits() >>> 16).isEqualTo(NOW);
    }

    @Test
    void theExampleOfTheRfcIsAssembled() {
        long randomA = 0xCC3;
        long randomB = 0x18C4DC0C0C07398FL;
        UUID id = UuidV7Factory.assemble(0x017F22E279B0L, randomA >>> 2, randomA << 62 | randomB);
        assertThat(id).hasToString("017f22e2-79b0-7cc3-98c4-dc0c0c07398f");
    }

    @Test
    void idsOfOneMillisecondGrowAsText() {
        UuidV7Factory ids = new UuidV7Factory(CLOCK, new Random(2));
        String before = ids.next().toString();
        for (int i = 0; i < 10_000; i++) {
            String next = ids.next().toString();
            assertThat(next).isGreaterThan(before);
            before = next;
        }
    }

    @Test
    void anOverflowOfTheRandomPartMovesTheTimeOn() {
        UuidV7Factory ids = new UuidV7Factory(CLOCK, () -> -1L);
        assertThat(ids.next()).isEqualTo(new UUID(NOW << 16 | 0x7FFF, 0xBFFF_FFFF_FFFF_FFFFL));
        UUID next = ids.next();
        assertThat(next.getMostSignificantBits() >>> 16).isEqualTo(NOW + 1);
        assertThat(next.version()).isEqualTo(7);
    }
}

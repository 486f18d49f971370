package dev.waybill.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.waybill.testkit.Seeds;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DigestTest {

    private static final String ABC = "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

    private static Digest random(Random random) {
        byte[] bytes = new byte[Digest.LENGTH];
        random.nextBytes(bytes);
        return Digest.ofBytes(bytes);
    }

    @Test
    void theDigestOfAbcIsTheOneOfTheStandard() {
        Digest digest = Digest.of("abc".getBytes(StandardCharsets.US_ASCII));
        assertThat(digest).hasToString(ABC).isEqualTo(Digest.parse(ABC));
        assertThat(digest.hex()).isEqualTo(ABC.substring(7));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "sha256:",
                "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
                "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015a",
                "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad0",
                "sha256:BA7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
                "SHA256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
                "sha512:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
                "sha256:ga7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
                "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015a\n",
                "sha256:\uFF11a7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
                " sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015a",
            })
    void oneDigestHasOneText(String text) {
        assertThat(Digest.tryParse(text)).isEmpty();
        assertThatIllegalArgumentException().isThrownBy(() -> Digest.parse(text));
    }

    @Test
    void theOrderIsThatOfTheTexts() {
        Seeds.check(1_000, random -> {
            Digest a = random(random);
            Digest b = random(random);
            assertThat(Integer.signum(a.compareTo(b)))
                    .isEqualTo(Integer.signum(a.toString().compareTo(b.toString())));
        });
    }

    @Test
    void aDigestKeepsItsOwnBytes() {
        byte[] bytes = new byte[Digest.LENGTH];
        Digest digest = Digest.ofBytes(bytes);
        Digest part = Digest.ofBytes(bytes, 0);
        bytes[0] = 1;
        digest.toBytes()[0] = 1;
        assertThat(digest).isEqualTo(Digest.ofBytes(new byte[Digest.LENGTH])).isEqualTo(part);
    }

    @Test
    void aDigestIsReadFromAndCopiedToAPlaceInAnArray() {
        byte[] row = new byte[100];
        Digest digest = random(new Random(1));
        digest.copyTo(row, 68);
        assertThat(Digest.ofBytes(row, 68)).isEqualTo(digest).hasSameHashCodeAs(digest);
        for (int offset : List.of(-1, 69, Integer.MAX_VALUE, Integer.MIN_VALUE)) {
            assertThatIllegalArgumentException().isThrownBy(() -> Digest.ofBytes(row, offset));
        }
    }

    @Test
    void anyOtherLengthIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> Digest.ofBytes(new byte[31]));
        assertThatIllegalArgumentException().isThrownBy(() -> Digest.ofBytes(new byte[33]));
    }
}

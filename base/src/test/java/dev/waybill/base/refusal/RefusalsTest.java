package dev.waybill.base.refusal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.nio.file.NoSuchFileException;
import org.junit.jupiter.api.Test;

class RefusalsTest {

    @Test
    void aConnectionThatNobodyTakesIsToldInWords() {
        assertThat(Refusals.of(new ConnectException()).message()).isEqualTo("reading, writing or connecting failed");
        assertThat(Refusals.of(new ConnectException("refused")).message()).isEqualTo("refused");
    }

    @Test
    void anExceptionOfOursSaysItself() {
        Refusal refusal = new Refusal(Kind.CONFLICT, "busy", "it is busy", "Wait.");
        final class Busy extends RuntimeException implements Refusing {
            private static final long serialVersionUID = 1L;

            @Override
            public Refusal refusal() {
                return refusal;
            }
        }

        assertThat(Refusals.of(new Busy())).isSameAs(refusal);
    }

    @Test
    void nothingOfAnExceptionThatNobodyExpectedIsTold() {
        Refusal refusal = Refusals.of(new NullPointerException("Cannot invoke \"dev.waybill.Secret.key()\""));

        assertThat(refusal.kind()).isEqualTo(Kind.INTERNAL);
        assertThat(refusal.toJson().toString()).doesNotContain("Exception", "dev.waybill");
        assertThat(Refusals.of(new IOException()).message()).doesNotContain("Exception");
    }

    @Test
    void aMissingFileIsNamed() {
        Refusal refusal = Refusals.of(new UncheckedIOException(new NoSuchFileException("a.json")));

        assertThat(refusal.kind()).isEqualTo(Kind.UNREADABLE);
        assertThat(refusal.message()).isEqualTo("there is no file a.json");
    }

    @Test
    void whatThereIsNoneOfIsLeftOut() {
        assertThat(new Refusal(Kind.GONE, "gone", "it is gone", null).toJson().toString())
                .isEqualTo("{\"error\":{\"code\":\"gone\",\"message\":\"it is gone\"}}");
        assertThat(new Refusal(
                                Kind.GONE,
                                "gone",
                                "it is gone",
                                "Look elsewhere.",
                                JsonObject.builder().put("at", 3).build())
                        .toJson()
                        .toString())
                .isEqualTo("{\"error\":{\"code\":\"gone\",\"message\":\"it is gone\",\"next\":\"Look elsewhere.\","
                        + "\"details\":{\"at\":3}}}");
    }
}

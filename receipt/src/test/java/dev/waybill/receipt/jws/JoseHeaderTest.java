package dev.waybill.receipt.jws;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.waybill.base.json.JsonObject;
import dev.waybill.receipt.code.Rejected;
import org.junit.jupiter.api.Test;

class JoseHeaderTest {

    /// A verdict with half of a surrogate pair could not be written as JSON.
    @Test
    void aRefusalQuotesNoHalfOfACharacter() {
        JsonObject header = JsonObject.of("alg", "!" + "😀".repeat(40));
        assertThatExceptionOfType(Rejected.class)
                .isThrownBy(() -> JoseHeader.of(header))
                .withMessageEndingWith("😀…\"");
    }
}

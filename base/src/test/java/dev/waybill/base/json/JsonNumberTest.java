package dev.waybill.base.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonNumberTest {

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "-0, 0",
        "7, 7",
        "-7, -7",
        "5.0, 5",
        "0.5e1, 5",
        "1e3, 1000",
        "1E+3, 1000",
        "1e0000000003, 1000",
        "1000e-3, 1",
        "9007199254740991, 9007199254740991",
        "-9007199254740991, -9007199254740991",
        "9007199254740991.0, 9007199254740991",
        "900719925474099100e-2, 9007199254740991",
        "0e5, 0",
        "0.0, 0",
    })
    void anIntegerIsFoundInAnySpelling(String lexeme, long value) {
        assertThat(new JsonNumber(lexeme).asInteger()).isEqualTo(OptionalLong.of(value));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0.5", "1e-1", "1e-400", "9007199254740992", "-9007199254740992", "9007199254740991.5",
                "9007199254740990.5", "5.00000000000000000000001", "1e16", "1e400", "1e999999999", "1e-999999999",
            })
    void whatIsNoSafeIntegerIsNone(String lexeme) {
        assertThat(new JsonNumber(lexeme).asInteger()).isEmpty();
    }

    @Test
    void theSpellingIsKept() {
        assertThat(new JsonNumber("1.50E+0")).hasToString("1.50E+0").isNotEqualTo(new JsonNumber("1.5"));
    }
}

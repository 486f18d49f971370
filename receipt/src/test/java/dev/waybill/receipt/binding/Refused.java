package dev.waybill.receipt.binding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.waybill.receipt.code.Code;
import dev.waybill.receipt.code.Rejected;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/// Asserts that something is refused with a code and a message that names the trouble.
final class Refused {

    private Refused() {}

    static void with(Code code, String message, ThrowingCallable action) {
        assertThatExceptionOfType(Rejected.class).isThrownBy(action).satisfies(rejected -> {
            assertThat(rejected.code()).isEqualTo(code);
            assertThat(rejected).hasMessageContaining(message);
        });
    }
}

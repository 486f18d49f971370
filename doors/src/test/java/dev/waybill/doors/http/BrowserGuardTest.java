package dev.waybill.doors.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Foreign pages stay out; programs and own pages come in.
class BrowserGuardTest {

    private final BrowserGuard keyless = guard("127.0.0.1", true);
    private final BrowserGuard keyed = guard("0.0.0.0", false);

    @ParameterizedTest
    @CsvSource({
        "localhost:8080",
        "127.0.0.1:8080",
        "127.1.2.3",
        "[::1]:8080",
        "LOCALHOST",
        "waybill.example",
    })
    void programsMayUseEveryNameOfThisMachine(String host) {
        assertThat(keyless.objection(null, host)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"evil.example", "localhost.evil.example", "127.0.0.1.evil.example:8080", "10.0.0.1", "''", "a b"})
    void aForeignHostNameIsRefusedWhereNoKeyProtects(String host) {
        assertThat(keyless.objection(null, host)).isPresent();
        assertThat(keyed.objection(null, host)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "http://evil.example, localhost:8080",
        "http://evil.example:8080, evil.example:8080",
        "http://localhost:3000, localhost:8080",
        "https://waybill.example.evil, waybill.example",
        "null, localhost:8080",
        "'', localhost:8080",
        "file://, localhost:8080",
    })
    void aForeignOriginIsRefusedWithAndWithoutKeys(String origin, String host) {
        assertThat(keyless.objection(origin, host)).isPresent();
        assertThat(keyed.objection(origin, host)).isPresent();
    }

    @ParameterizedTest
    @CsvSource({
        "http://localhost:8080, localhost:8080",
        "http://127.0.0.1:8080, 127.0.0.1:8080",
        "https://waybill.example, localhost:8080",
    })
    void ownPagesAndAllowedOnesComeIn(String origin, String host) {
        assertThat(keyless.objection(origin, host)).isEmpty();
        assertThat(keyed.objection(origin, host)).isEmpty();
    }

    @Test
    void aRequestWithoutAHostIsRefusedWhereNoKeyProtects() {
        assertThat(keyless.objection(null, null)).isPresent();
    }

    private static BrowserGuard guard(String host, boolean onlyOwnNames) {
        var settings = new ServerSettings(
                host,
                8080,
                List.of("https://waybill.example"),
                1,
                Duration.ZERO,
                ConnectionSettings.DEFAULT,
                StreamSettings.DEFAULT);
        return new BrowserGuard(settings, () -> onlyOwnNames);
    }
}

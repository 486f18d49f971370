package dev.waybill.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.decide.RefusalCode;
import dev.waybill.engine.decide.Refused;
import dev.waybill.engine.state.EventRef;
import dev.waybill.engine.state.Interrupt;
import dev.waybill.journal.RunHeader;
import dev.waybill.runtime.ResumeTokens.Claims;
import dev.waybill.runtime.ResumeTokens.Intent;
import dev.waybill.simulator.TestRuns;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.pcollections.TreePMap;

class ResumeTokensTest {

    private static final Instant NOW = Instant.parse("2026-11-15T10:00:00Z");

    private final RunHeader header = TestRuns.header(TestRuns.id(1));

    private static Interrupt interrupt(@Nullable Instant deadline) {
        return new Interrupt(
                "int_1",
                "gate",
                "approval",
                "gate:1",
                JsonObject.EMPTY,
                deadline,
                null,
                new EventRef(3, "evt_3"),
                new EventRef(3, "evt_3"),
                TreePMap.empty());
    }

    private String token(@Nullable Instant deadline) {
        return ResumeTokens.issue(header, interrupt(deadline), NOW, ResumeTokens.USUAL_LIFE, Intent.RESOLVE);
    }

    private Claims verify(String token, Instant at) {
        return ResumeTokens.verify(
                token, run -> run.equals(header.runId()) ? Optional.of(header) : Optional.empty(), at);
    }

    private static void refused(RefusalCode code, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        Refused.class, refused -> assertThat(refused.code()).isEqualTo(code));
    }

    @Test
    void aTokenNamesItsQuestion() {
        assertThat(verify(token(null), NOW))
                .isEqualTo(
                        new Claims(header.runId(), "gate", "int_1", NOW.plus(ResumeTokens.USUAL_LIFE), Intent.RESOLVE));
    }

    @Test
    void aTokenEndsAndNeverOutlivesItsQuestion() {
        refused(RefusalCode.INTERRUPT_EXPIRED, () -> verify(token(null), NOW.plus(ResumeTokens.USUAL_LIFE)));
        Instant deadline = NOW.plus(Duration.ofMinutes(1));
        refused(RefusalCode.INTERRUPT_EXPIRED, () -> verify(token(deadline), deadline));
    }

    @Test
    void noChangedCharacterIsAccepted() {
        String token = token(null);
        for (int i = 0; i < token.length(); i++) {
            char other = token.charAt(i) == 'A' ? 'B' : 'A';
            String changed = token.substring(0, i) + other + token.substring(i + 1);
            assertThatThrownBy(() -> verify(changed, NOW)).isInstanceOf(Refused.class);
        }
        for (int end = 0; end < token.length(); end++) {
            String cut = token.substring(0, end);
            assertThatThrownBy(() -> verify(cut, NOW)).isInstanceOf(Refused.class);
        }
    }

    @Test
    void anotherRunsTokenIsNotFound() {
        RunHeader other = TestRuns.header(TestRuns.id(2));
        String token = ResumeTokens.issue(other, interrupt(null), NOW, ResumeTokens.USUAL_LIFE, Intent.INSPECT);
        refused(RefusalCode.INTERRUPT_NOT_FOUND, () -> verify(token, NOW));
    }
}

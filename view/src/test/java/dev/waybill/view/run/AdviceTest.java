package dev.waybill.view.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.journal.event.RunError;
import org.junit.jupiter.api.Test;

/// What to do about a failure.
class AdviceTest {

    @Test
    void aKnownCodeHasItsOwnAnswer() {
        assertThat(Advice.of(RunError.of("child_failed", "no")))
                .isEqualTo("Open the child run: its own first failure says why.");
    }

    @Test
    void anUnknownOneIsTriedAgainIfThatCanHelp() {
        assertThat(Advice.of(RunError.retryable("acme_busy", "no")))
                .startsWith("Branch from the step that failed to try");
        assertThat(Advice.of(RunError.of("acme_wrong", "no"))).startsWith("Read what the step was given");
    }

    @Test
    void whoeverFailedKnowsBest() {
        RunError told = RunError.of("child_failed", "no").with("next", "Call Ada.");
        assertThat(Advice.of(told)).isEqualTo("Call Ada.");
        assertThat(Advice.details(told)).isEqualTo(told.details());
    }
}

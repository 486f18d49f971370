package dev.waybill.engine.state;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A pause that was asked for.
///
/// @param reason why, where somebody said so
/// @param event that asked for it, or began it
/// @param since when it began; null while nodes at work may still finish
public record Pause(
        EventRef event, @Nullable String reason, @Nullable Instant since) {

    Pause shifted(Duration by) {
        return since == null ? this : new Pause(event, reason, since.plus(by));
    }
}

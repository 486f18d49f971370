package dev.waybill.host;

import org.jspecify.annotations.Nullable;

/// What came of doing a run again from its recorded answers.
///
/// @param runId the replay, which is a run of its own
/// @param same whether every event came out the same
/// @param events how many did
/// @param divergedAt the first event that did not; null when all did
public record Replay(
        String runId, boolean same, long events, @Nullable Long divergedAt) {}

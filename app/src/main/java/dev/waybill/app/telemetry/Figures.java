package dev.waybill.app.telemetry;

import dev.waybill.journal.RunStatus;
import dev.waybill.runtime.lane.LaneReport;
import java.time.InstantSource;
import java.util.Map;
import java.util.function.Supplier;

/// What can be asked for at any time.
///
/// @param activities what waits and works in this process
/// @param waiting how many runs of the store wait, by status
public record Figures(
        Supplier<LaneReport> activities, Supplier<Map<RunStatus, Integer>> waiting, InstantSource clock) {}

package dev.waybill.evidence.task;

import java.time.Instant;

/// The event of a run from which a step of a task was derived.
///
/// @param event the event's name, as `run_…/evt_…`
/// @param attempt the run as an attempt at the task
/// @param at when it happened, which is the time of the records that are written
public record RunSource(String run, String event, String attempt, Instant at) {}

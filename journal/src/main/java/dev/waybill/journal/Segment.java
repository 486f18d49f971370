package dev.waybill.journal;

/// A stretch of another run's log that a fork shares: its events from where the segment before ends, up to `end`.
///
/// @param end the first sequence that no longer belongs to the segment
public record Segment(RunId run, long end) {
    public Segment {
        if (end < 1) {
            throw new IllegalArgumentException("a segment holds an event, found its end at " + end);
        }
    }
}

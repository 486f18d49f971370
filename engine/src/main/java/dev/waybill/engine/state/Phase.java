package dev.waybill.engine.state;

/// How a run as a whole stands, beside what its nodes do.
public enum Phase {
    UNBORN,
    RUNNING,
    /// A pause was asked for; nodes at work may finish.
    PAUSING,
    PAUSED,
    /// A cancel was asked for, or the run has failed: nothing new starts, what is at work comes to its end.
    ENDING,
    ENDED
}

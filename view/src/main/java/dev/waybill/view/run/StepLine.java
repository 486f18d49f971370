package dev.waybill.view.run;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// One line about a node.
///
/// @param depth 0 in the run itself, 1 in its children, …
/// @param took how long the node was at work; null when that is not over or means nothing
/// @param what in words, for those who do not know the sign
public record StepLine(
        int depth,
        StepMark mark,
        String node,
        String what,
        @Nullable Duration took,
        String detail) {}

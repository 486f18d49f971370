package dev.waybill.app.telemetry;

import dev.waybill.engine.decide.Decision;
import dev.waybill.receipt.binding.Span;
import java.time.Duration;
import java.util.List;

/// Where spans and figures leave the process.
interface Outlet extends AutoCloseable {

    /// Sends spans; waits until they arrived or are given up.
    ///
    /// @return whether they arrived
    boolean send(List<Span> spans);

    /// Counts a decision and the spans that it ended.
    void count(Decision decision, Duration took, List<Span> ended);

    @Override
    void close();
}

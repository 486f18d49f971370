package dev.waybill.runtime.trigger;

import dev.waybill.runtime.RunHost;
import dev.waybill.runtime.deliver.DeliveryRound;
import java.time.InstantSource;
import java.util.function.Consumer;

/// One look at what failed.
public final class FailureRound {

    private FailureRound() {}

    /// @param complaints hears of failures that nobody looks after
    public static DeliveryRound of(RunHost host, TriggerDesk desk, InstantSource clock, Consumer<String> complaints) {
        return new DeliveryRound(
                host.store(),
                new ErrorCourier(host, desk, clock, complaints),
                clock,
                (item, why) -> complaints.accept(
                        "the failure of %s is not looked after yet: %s".formatted(item.run(), why.getMessage())));
    }
}

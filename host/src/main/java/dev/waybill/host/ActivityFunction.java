package dev.waybill.host;

import dev.waybill.engine.node.ActivityCall;
import org.jspecify.annotations.Nullable;

/// The work of a step. It runs on a virtual thread, may block, and is interrupted when its run is cancelled or its time
/// is up.
///
/// @param <I> what it is given: a record, a map, or `JsonObject` for the members as they are
public interface ActivityFunction<I> {

    /// @param input the values of the step's ports; of a step without ports, the run's variables
    /// @param call the same invocation id for every repetition, the deadline, what people watching are shown
    /// @return a record or a map, whose members are the step's outputs; any other value is the output `result`; a
    ///     `NodeResult` says more, such as that a retry would not help
    /// @throws Exception counts as a failure that may be retried
    @Nullable
    Object run(I input, ActivityCall call) throws Exception;

    /// The same for work that needs nothing but its input.
    interface Simple<I> {
        @Nullable
        Object run(I input) throws Exception;
    }
}

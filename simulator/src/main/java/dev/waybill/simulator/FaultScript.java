package dev.waybill.simulator;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.random.RandomGenerator;

/// Says what goes wrong next. The same script over the same calls gives the same faults.
public interface FaultScript {

    /// @param operation the name of the port's method that is called
    Fault next(String operation);

    /// Faults for the commits to come, one each; afterwards, and for all other calls, nothing goes wrong.
    static FaultScript forCommits(Fault... faults) {
        Queue<Fault> left = new ArrayDeque<>(List.of(faults));
        return operation -> {
            Fault next = operation.equals("commit") ? left.poll() : null;
            return next == null ? Fault.NONE : next;
        };
    }

    /// Any fault, at any call, with a probability.
    static FaultScript seeded(RandomGenerator random, double probability) {
        List<Fault> faults = List.of(Fault.REFUSED, Fault.ANSWER_LOST, Fault.TWICE, Fault.LATE);
        return _ -> random.nextDouble() < probability ? faults.get(random.nextInt(faults.size())) : Fault.NONE;
    }
}

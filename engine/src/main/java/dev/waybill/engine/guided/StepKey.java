package dev.waybill.engine.guided;

import java.util.List;

/// One execution of a step in a lineage: the step, and the round of every loop around it, from 0. Its text is
/// `step`, `loop@2::step` or `outer@1::inner@3::step`.
public record StepKey(List<Round> rounds, String step) {

    public record Round(String loop, int iteration) {
        @Override
        public String toString() {
            return loop + "@" + iteration;
        }
    }

    public StepKey {
        rounds = List.copyOf(rounds);
    }

    @Override
    public String toString() {
        var text = new StringBuilder();
        rounds.forEach(round -> text.append(round).append("::"));
        return text.append(step).toString();
    }
}

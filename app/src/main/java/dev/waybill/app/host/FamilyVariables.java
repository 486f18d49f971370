package dev.waybill.app.host;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.Failure;
import dev.waybill.runtime.FamilyLimits;

/// `WAYBILL_MAX_DEPTH` and `WAYBILL_MAX_FAMILY`: how far sub-workflows may go on this host.
final class FamilyVariables {

    private static final int MOST = 1_000_000;

    private FamilyVariables() {}

    /// @throws Failure when a variable holds no number that can be used
    static FamilyLimits limits(Environment environment) {
        return new FamilyLimits(
                number(environment, "WAYBILL_MAX_DEPTH", 1, FamilyLimits.DEFAULT.depth()),
                number(environment, "WAYBILL_MAX_FAMILY", 2, (int) FamilyLimits.DEFAULT.size()));
    }

    private static int number(Environment environment, String name, int least, int usual) {
        String text = environment.variable(name).orElse("");
        if (text.isEmpty()) {
            return usual;
        }
        try {
            int number = Integer.parseInt(text);
            if (number >= least && number <= MOST) {
                return number;
            }
        } catch (NumberFormatException _) {
            // Told below, like a number that is out of range.
        }
        throw Failure.usage(
                "%s: expected a whole number from %d to %d, found '%s'".formatted(name, least, MOST, text), null);
    }
}

package dev.waybill.app.host;

import dev.waybill.app.cli.Argument;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.cli.Option;
import picocli.CommandLine.Model.CommandSpec;

/// `--by`: who answers or cancels. Whoever works at this machine has a name, so nothing is recorded as nobody's.
public final class ByOption implements Argument {

    private final Option<String> by;

    /// @param what the person does
    public ByOption(String what) {
        by = Option.text("--by", "NAME", "Who " + what + " (default: the user of this machine).");
    }

    public String name(Environment environment) {
        if (by.isGiven() && by.orElse("").isBlank()) {
            throw Failure.usage("--by: expected a name, found nothing", "Leave it out to use the name of this user.");
        }
        return by.orElse(environment.user());
    }

    @Override
    public void addTo(CommandSpec spec) {
        by.addTo(spec);
    }
}

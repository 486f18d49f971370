package dev.waybill.app.host;

import dev.waybill.app.cli.Argument;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.config.Configured;
import dev.waybill.app.config.Settings;
import dev.waybill.engine.node.ActivityKind;
import dev.waybill.runtime.lane.ActivityLimits;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;

/// How many activities a process has at work at once.
final class ActivityOptions implements Argument {

    private static final String TENANT = "tenant";

    private final Configured<List<String>> limits = Settings.LIMITS.argument();

    private static String kinds() {
        return Arrays.stream(ActivityKind.values()).map(ActivityKind::word).collect(Collectors.joining(", "));
    }

    ActivityLimits limits(Environment environment) {
        ActivityLimits all = ActivityLimits.DEFAULT;
        for (String limit : limits.in(environment).orElse(List.of())) {
            all = with(all, limit);
        }
        return all;
    }

    private static ActivityLimits with(ActivityLimits all, String limit) {
        String[] parts = limit.split("=", 2);
        try {
            int number = Integer.parseInt(parts[parts.length - 1]);
            return parts[0].equals(TENANT)
                    ? all.withTenant(number)
                    : all.with(ActivityKind.of(parts[0]).orElseThrow(), number);
        } catch (RuntimeException _) {
            throw Failure.usage(
                    "--limit takes a kind and a number of 1 or more, found '" + limit + "'",
                    "For example --limit model=8. Kinds: " + kinds() + ", " + TENANT + ".");
        }
    }

    @Override
    public void addTo(CommandSpec spec) {
        limits.addTo(spec);
    }
}

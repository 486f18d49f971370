package dev.waybill.app.config;

import dev.waybill.app.cli.Environment;
import dev.waybill.workflow.Suggestion;
import java.util.ArrayList;
import java.util.List;

/// Variables that look like ours and are not: probably mistyped. They are told and not refused, because whoever set
/// them for another version or another program cannot help it.
public final class StrayVariables {

    private static final String PREFIX = "WAYBILL_";

    /// What is no setting: where the file is, and what the launcher reads.
    private static final List<String> OTHERS =
            List.of(ConfigurationFile.VARIABLE, "WAYBILL_DEBUG", "WAYBILL_JAVA_OPTS", "WAYBILL_START_CACHE");

    private StrayVariables() {}

    public static List<String> in(Environment environment) {
        List<String> known = known();
        return environment.variables().keySet().stream()
                .filter(name -> name.startsWith(PREFIX) && !known.contains(name))
                .sorted()
                .toList();
    }

    public static String complaint(String name) {
        return "%s is not known; %s".formatted(name, Suggestion.hint(name, known(), "nothing reads it"));
    }

    private static List<String> known() {
        List<String> known = new ArrayList<>(OTHERS);
        Settings.ALL.forEach(setting -> known.add(setting.variable()));
        return known;
    }
}

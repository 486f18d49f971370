package dev.waybill.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The table of `docs/causation.md`, as tests read it: the page is the rule.
///
/// @param causes the types that may lead to a type
public record CausationTable(Map<String, Set<String>> causes) {

    private static final String ANY = "any";
    private static final String OUTSIDE = "outside";
    private static final Pattern ROW = Pattern.compile("^\\| `([^`]+)` \\|([^|]+)\\|");
    private static final Pattern CAUSE = Pattern.compile("`([^`]+)`|\\b(" + ANY + "|" + OUTSIDE + ")\\b");

    public static CausationTable read() {
        Map<String, Set<String>> causes = new LinkedHashMap<>();
        try {
            for (String line : Files.readAllLines(Interop.projectRoot().resolve("docs/causation.md"))) {
                ROW.matcher(line).results().forEach(row -> causes.put(row.group(1), causes(row)));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new CausationTable(causes);
    }

    private static Set<String> causes(MatchResult row) {
        Set<String> found = new LinkedHashSet<>();
        CAUSE.matcher(row.group(2))
                .results()
                .forEach(cause -> found.add(cause.group(1) == null ? cause.group(2) : cause.group(1)));
        return found;
    }

    /// @param cause the type of what led to the event; null when nothing in a log did
    public boolean allows(String type, @Nullable String cause) {
        Set<String> allowed = causes.getOrDefault(type, Set.of());
        return cause == null ? allowed.contains(OUTSIDE) : allowed.contains(cause) || allowed.contains(ANY);
    }
}

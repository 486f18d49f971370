package dev.waybill.app.command.evidence;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.terminal.Terminal;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.evidence.Finding;
import dev.waybill.evidence.FindingCode;
import dev.waybill.evidence.FindingCode.Severity;
import dev.waybill.evidence.index.EvidenceIndex;
import dev.waybill.view.text.SafeText;
import dev.waybill.view.text.Style;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/// What a reading of files brought up, worst first. All is counted and of each code the first are kept: a log that was
/// changed may bring up something for each of its million lines.
final class FindingsReport implements Consumer<Finding> {

    private static final int LISTED = 20;
    private static final int KEPT = 1000;

    private final Map<FindingCode, Long> counts = new EnumMap<>(FindingCode.class);
    private final List<Finding> kept = new ArrayList<>();

    @Override
    public void accept(Finding finding) {
        if (counts.merge(finding.code(), 1L, Long::sum) <= KEPT) {
            kept.add(finding);
        }
    }

    private List<Finding> worstFirst() {
        return kept.stream()
                .sorted((one, other) ->
                        other.code().severity().compareTo(one.code().severity()))
                .toList();
    }

    ExitCode exitCode() {
        if (has(Severity.BROKEN)) {
            return ExitCode.TAMPERED;
        }
        return has(Severity.ERROR) ? ExitCode.NO : ExitCode.YES;
    }

    private boolean has(Severity severity) {
        return counts.keySet().stream().anyMatch(code -> code.severity() == severity);
    }

    JsonObject json(EvidenceIndex index) {
        return JsonObject.of("records", index.size())
                .with("files", index.sources().size())
                .with("findings", toJson())
                .with("finding_counts", counts());
    }

    /// How many there are of each code, also of those that are not listed.
    JsonObject counts() {
        JsonObject.Builder json = JsonObject.builder();
        counts.forEach((code, count) -> json.put(code.name(), count));
        return json.build();
    }

    JsonArray toJson() {
        List<JsonValue> items = new ArrayList<>();
        for (Finding finding : worstFirst()) {
            items.add(JsonObject.of("code", finding.code().name())
                    .with("severity", word(finding.code()))
                    .withIfPresent(
                            "place",
                            finding.place() == null ? null : finding.place().toString())
                    .with("message", finding.message())
                    .with("next", finding.code().next()));
        }
        return new JsonArray(items);
    }

    private static String word(FindingCode code) {
        return code.severity().name().toLowerCase(Locale.ROOT);
    }

    void print(PrintStream out, Terminal terminal) {
        List<Finding> told = worstFirst().stream()
                .filter(finding -> finding.code() != FindingCode.UNKNOWN_FILE)
                .toList();
        told.stream().limit(LISTED).forEach(finding -> {
            String code =
                    terminal.ansi().paint(style(finding.code()), finding.code().name());
            out.println(code + "  "
                    + SafeText.of(finding.place() == null ? "" : finding.place().toString()));
            out.println("    " + SafeText.of(finding.message()));
            out.println("    " + finding.code().next());
        });
        Map<FindingCode, Long> known = new EnumMap<>(counts);
        Long unknown = known.remove(FindingCode.UNKNOWN_FILE);
        long all = known.values().stream().mapToLong(Long::longValue).sum();
        if (all > LISTED) {
            out.println("… and %,d more: %s".formatted(all - LISTED, names(known)));
        }
        if (unknown != null) {
            passedOver(out, unknown);
        }
    }

    /// Named with the reason, and the rest counted: there may be thousands.
    private void passedOver(PrintStream out, long count) {
        out.println("%,d %s skipped:".formatted(count, count == 1 ? "file was" : "files were"));
        kept.stream()
                .filter(finding -> finding.code() == FindingCode.UNKNOWN_FILE)
                .limit(LISTED)
                .forEach(finding -> out.println("    " + SafeText.of(finding.place() + ": " + finding.message())));
        if (count > LISTED) {
            out.println("    … and %,d more; --json lists a thousand".formatted(count - LISTED));
        }
    }

    private static Map<String, Long> names(Map<FindingCode, Long> counts) {
        Map<String, Long> names = new TreeMap<>();
        counts.forEach((code, count) -> names.put(code.name(), count));
        return names;
    }

    private static Style style(FindingCode code) {
        return switch (code.severity()) {
            case BROKEN, ERROR -> Style.BAD;
            case WARNING -> Style.WARNING;
            case INFO -> Style.DIM;
        };
    }
}

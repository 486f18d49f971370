package dev.waybill.app.command.evidence;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.terminal.SafeText;
import dev.waybill.app.terminal.Style;
import dev.waybill.app.terminal.Terminal;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.evidence.Finding;
import dev.waybill.evidence.FindingCode;
import dev.waybill.evidence.FindingCode.Severity;
import dev.waybill.evidence.index.EvidenceIndex;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/// What a reading of files brought up, worst first.
record FindingsReport(List<Finding> findings) {

    private static final int LISTED = 20;

    static FindingsReport of(List<Finding> findings) {
        List<Finding> sorted = new ArrayList<>(findings);
        sorted.sort((one, other) -> other.code().severity().compareTo(one.code().severity()));
        return new FindingsReport(sorted);
    }

    ExitCode exitCode() {
        if (has(Severity.BROKEN)) {
            return ExitCode.TAMPERED;
        }
        return has(Severity.ERROR) ? ExitCode.NO : ExitCode.YES;
    }

    private boolean has(Severity severity) {
        return findings.stream().anyMatch(finding -> finding.code().severity() == severity);
    }

    JsonObject json(EvidenceIndex index) {
        return JsonObject.builder()
                .put("records", index.size())
                .put("files", index.sources().size())
                .put("findings", toJson())
                .build();
    }

    JsonArray toJson() {
        List<JsonValue> items = new ArrayList<>();
        for (Finding finding : findings) {
            items.add(JsonObject.builder()
                    .put("code", finding.code().name())
                    .put("severity", word(finding.code()))
                    .putIfPresent(
                            "place",
                            finding.place() == null ? null : finding.place().toString())
                    .put("message", finding.message())
                    .put("next", finding.code().next())
                    .build());
        }
        return new JsonArray(items);
    }

    private static String word(FindingCode code) {
        return code.severity().name().toLowerCase(Locale.ROOT);
    }

    /// Files that nobody reads are counted, not listed: there may be thousands.
    void print(PrintStream out, Terminal terminal) {
        List<Finding> told = findings.stream()
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
        if (told.size() > LISTED) {
            out.println("… and %,d more: %s".formatted(told.size() - LISTED, counts(told)));
        }
        int unknown = findings.size() - told.size();
        if (unknown > 0) {
            out.println("%,d files that no reader knows were passed over".formatted(unknown));
        }
    }

    private static String counts(List<Finding> told) {
        Map<String, Integer> counts = new TreeMap<>();
        told.forEach(finding -> counts.merge(finding.code().name(), 1, Integer::sum));
        return counts.toString();
    }

    private static Style style(FindingCode code) {
        return switch (code.severity()) {
            case BROKEN, ERROR -> Style.BAD;
            case WARNING -> Style.WARNING;
            case INFO -> Style.DIM;
        };
    }
}

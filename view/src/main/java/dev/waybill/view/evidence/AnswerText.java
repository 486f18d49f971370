package dev.waybill.view.evidence;

import dev.waybill.evidence.EvidenceRecord;
import dev.waybill.evidence.Finding;
import dev.waybill.evidence.RecordTime;
import dev.waybill.evidence.query.Answer;
import dev.waybill.evidence.query.Line;
import dev.waybill.evidence.query.Verdict;
import dev.waybill.view.text.SafeText;
import dev.waybill.view.text.Style;
import dev.waybill.view.text.Surface;
import dev.waybill.view.text.Table;
import dev.waybill.view.text.Table.Cell;
import dev.waybill.view.text.Table.Column;
import java.io.PrintStream;

/// An answer for a person: the answer first, then the path, then the gaps.
public record AnswerText(Answer answer, PrintStream out, Surface surface) {

    /// Nobody reads more lines than that on a terminal.
    private static final int MOST = 1000;

    private static final int FIRST = 100;
    private static final int LAST = 20;

    public void print(boolean explain) {
        String verdict =
                surface.ansi().paint(style(answer.verdict()), answer.verdict().name());
        out.println(verdict + "  " + SafeText.of(answer.headline()));
        path();
        gaps();
        findings();
        if (explain) {
            out.println("\nRule  " + answer.rule().name() + ": " + answer.rule().text());
        }
        out.println("\n" + surface.ansi().paint(Style.DIM, Answer.FOOTER));
    }

    private void path() {
        if (answer.path().isEmpty()) {
            return;
        }
        out.println("\nPath");
        int size = answer.path().size();
        rows(0, size > MOST ? FIRST : size);
        if (size > MOST) {
            out.println("  … %,d more; --json lists all".formatted(size - FIRST - LAST));
            rows(size - LAST, size);
        }
    }

    private void rows(int from, int to) {
        // Nothing here is long for its own sake: a path whose words are cut cannot be read or copied.
        Table table = new Table(
                Column.NUMBER,
                Column.HANDLE,
                Column.HANDLE,
                Column.HANDLE,
                Column.HANDLE,
                Column.HANDLE,
                Column.HANDLE);
        for (int place = from; place < to; place++) {
            Line line = answer.path().get(place);
            EvidenceRecord record = line.found().record();
            table.row(
                    Cell.of(Integer.toString(place + 1)),
                    new Cell(record.id().toString(), Style.STRONG),
                    Cell.of(record.type()),
                    Cell.of(line.time().map(RecordTime::text).orElse("no time")),
                    Cell.of(record.place().toString()),
                    new Cell(record.integrity().detail(), record.integrity().isBroken() ? Style.BAD : Style.PLAIN),
                    new Cell(line.role(), Style.DIM));
        }
        out.print(table.render(surface));
    }

    private void gaps() {
        if (answer.gaps().isEmpty()) {
            return;
        }
        out.println("\nGaps");
        answer.gaps().stream()
                .limit(FIRST)
                .forEach(gap -> out.println("  "
                        + surface.ansi().paint(Style.WARNING, gap.code().name()) + "  " + SafeText.of(gap.message())));
        more(answer.gaps().size());
    }

    private void more(int all) {
        if (all > FIRST) {
            out.println("  … %,d more; --json lists all".formatted(all - FIRST));
        }
    }

    private void findings() {
        if (answer.findings().isEmpty()) {
            return;
        }
        out.println("\nFindings");
        for (Finding finding : answer.findings().stream().limit(FIRST).toList()) {
            String place = finding.place() == null ? "" : "  " + finding.place();
            out.println("  " + surface.ansi().paint(Style.BAD, finding.code().name()) + "  "
                    + SafeText.of(finding.message() + place));
        }
        more(answer.findings().size());
    }

    private static Style style(Verdict verdict) {
        return switch (verdict) {
            case STATED, DERIVED -> Style.GOOD;
            case CONFLICT -> Style.BAD;
            case AMBIGUOUS, UNKNOWN -> Style.WARNING;
        };
    }
}

package dev.waybill.view.evidence;

import dev.waybill.evidence.EvidenceRecord;
import dev.waybill.evidence.Integrity;
import dev.waybill.evidence.RecordTime;
import dev.waybill.evidence.query.Answer;
import dev.waybill.evidence.query.Line;
import dev.waybill.view.draw.AnswerPage;
import dev.waybill.view.draw.AnswerPage.GapRow;
import dev.waybill.view.draw.AnswerPage.RecordRow;
import dev.waybill.view.draw.Graph;
import dev.waybill.view.draw.ReportPage;
import java.util.ArrayList;
import java.util.List;

/// The page of an answer.
public final class AnswerPages {

    private AnswerPages() {}

    public static AnswerPage of(Answer answer, Graph graph) {
        return new AnswerPage(
                answer.question() + " " + answer.subject(),
                kind(answer),
                answer.verdict().name(),
                answer.headline(),
                answer.rule().name() + ": " + answer.rule().text(),
                answer.path().stream().map(AnswerPages::row).toList(),
                gaps(answer),
                graph,
                Answer.FOOTER);
    }

    private static ReportPage.Verdict kind(Answer answer) {
        return switch (answer.exitCode()) {
            case 0 -> ReportPage.Verdict.VERIFIED;
            case 1 -> ReportPage.Verdict.INCOMPLETE;
            default -> ReportPage.Verdict.BROKEN;
        };
    }

    private static RecordRow row(Line line) {
        EvidenceRecord record = line.found().record();
        return new RecordRow(
                record.id().toString(),
                record.type(),
                line.time().map(RecordTime::text).orElse("no time"),
                record.place().toString(),
                record.integrity().detail(),
                held(record.integrity()),
                line.role());
    }

    private static AnswerPage.Held held(Integrity integrity) {
        return switch (integrity.level()) {
            case SIGNED, HASHED -> AnswerPage.Held.CHECKED;
            case UNSIGNED -> AnswerPage.Held.UNCHECKED;
            case BROKEN -> AnswerPage.Held.BROKEN;
        };
    }

    private static List<GapRow> gaps(Answer answer) {
        List<GapRow> rows = new ArrayList<>();
        answer.gaps().forEach(gap -> rows.add(new GapRow(gap.code().name(), "", gap.message())));
        answer.findings()
                .forEach(finding -> rows.add(new GapRow(
                        finding.code().name(),
                        finding.place() == null ? "" : finding.place().toString(),
                        finding.message())));
        return rows;
    }
}

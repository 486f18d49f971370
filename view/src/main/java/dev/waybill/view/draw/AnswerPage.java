package dev.waybill.view.draw;

import java.util.List;

/// Everything that the page of an answer shows, as plain values.
///
/// @param title the question
/// @param kind how good the verdict is
/// @param word the verdict in one word
/// @param rule why the answer is what it is
public record AnswerPage(
        String title,
        ReportPage.Verdict kind,
        String word,
        String headline,
        String rule,
        List<RecordRow> path,
        List<GapRow> gaps,
        Graph graph,
        String footer) {

    public AnswerPage {
        path = List.copyOf(path);
        gaps = List.copyOf(gaps);
    }

    /// A record on the path.
    ///
    /// @param held whether anything vouches for it
    public record RecordRow(
            String id, String type, String time, String place, String integrity, Held held, String role) {}

    /// Whether a record is what its writer wrote.
    public enum Held {
        CHECKED,
        UNCHECKED,
        BROKEN
    }

    /// What the records do not tell, or what is wrong with them.
    public record GapRow(String code, String place, String message) {}
}

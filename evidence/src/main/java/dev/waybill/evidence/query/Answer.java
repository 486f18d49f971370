package dev.waybill.evidence.query;

import dev.waybill.base.json.JsonObject;
import dev.waybill.evidence.Finding;
import java.util.List;

/// What a question gives: the answer, the path to it, and the gaps.
///
/// @param question the command's word
/// @param subject what was asked about, after a unique prefix was completed
/// @param headline the answer in one line
/// @param result the answer for programs; its members depend on the question
/// @param path the records that it rests on; a long one is read as somebody looks at it, while the index is open
/// @param findings what is wrong with the references between records
public record Answer(
        String question,
        String subject,
        Verdict verdict,
        Rule rule,
        String headline,
        JsonObject result,
        List<Line> path,
        List<Gap> gaps,
        List<Finding> findings,
        EvidenceGraph graph) {

    /// Must stand under every answer.
    public static final String FOOTER = "References between records are pointers, not proofs: integrity covers each"
            + " record in its own store, not the links between stores.";

    public Answer {
        path = path instanceof LazyPath ? path : List.copyOf(path);
        gaps = List.copyOf(gaps);
        findings = List.copyOf(findings);
    }

    /// 0 answered, 1 with gaps, in conflict or not found, 2 a record on the path is broken.
    public int exitCode() {
        if (hasBroken()) {
            return 2;
        }
        return verdict.isAnswer() && gaps.isEmpty() ? 0 : 1;
    }

    private boolean hasBroken() {
        return path instanceof LazyPath lazy
                ? lazy.hasBroken()
                : path.stream()
                        .anyMatch(line -> line.found().record().integrity().isBroken());
    }

    public JsonObject toJson() {
        return AnswerJson.of(this);
    }
}

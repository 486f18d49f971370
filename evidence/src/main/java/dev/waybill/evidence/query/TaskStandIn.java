package dev.waybill.evidence.query;

import dev.waybill.evidence.Field;
import dev.waybill.evidence.RecordTime;
import dev.waybill.evidence.index.IndexedRecord;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// What stands for a task where a question is about one record or one chain: people know their tasks, not the ids of
/// events. The answer says what was taken.
///
/// @param records all that are about the task
record TaskStandIn(String task, List<IndexedRecord> records) {

    /// In the order of time; those that name none come first.
    private static final Comparator<IndexedRecord> BY_TIME =
            Comparator.comparing(TaskStandIn::time).thenComparingInt(IndexedRecord::row);

    private static Instant time(IndexedRecord record) {
        RecordTime time = record.content().time();
        return time == null ? Instant.MIN : time.at();
    }

    /// How the task came to where it is.
    IndexedRecord last() {
        return candidates().stream().max(BY_TIME).orElseThrow();
    }

    /// What everything else of the task follows from.
    IndexedRecord first() {
        return candidates().stream().min(BY_TIME).orElseThrow();
    }

    private List<IndexedRecord> candidates() {
        List<IndexedRecord> transitions =
                records.stream().filter(References::isTransition).toList();
        return transitions.isEmpty() ? records : transitions;
    }

    /// The chains that its records belong to.
    List<String> chains() {
        return records.stream()
                .map(record -> record.content().identity().value(Field.CORRELATION))
                .flatMap(Optional::stream)
                .distinct()
                .toList();
    }

    /// An answer about what was taken, as one about the task.
    ///
    /// @param taken such as "the last transition"
    Answer told(Answer answer, String taken) {
        return new Answer(
                answer.question(),
                answer.subject(),
                answer.verdict(),
                answer.rule(),
                answer.headline() + ", " + taken + " of " + task,
                answer.result().with("task", task),
                answer.path(),
                answer.gaps(),
                answer.findings(),
                answer.graph());
    }

    static String kind(IndexedRecord taken) {
        return References.isTransition(taken) ? "transition" : "record";
    }
}

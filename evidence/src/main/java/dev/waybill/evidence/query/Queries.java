package dev.waybill.evidence.query;

import dev.waybill.evidence.Field;
import dev.waybill.evidence.index.EvidenceIndex;
import dev.waybill.evidence.index.IndexedRecord;
import dev.waybill.evidence.query.Subjects.Meant;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The questions that can be asked of an index. Names may be shortened to a unique beginning.
public final class Queries {

    public static final Duration USUAL_SKEW = Duration.ofSeconds(5);
    public static final int USUAL_DEPTH = 20;

    private final EvidenceIndex index;
    private final References references;
    private final Subjects subjects;
    private final Duration skew;

    public Queries(EvidenceIndex index) {
        this(index, USUAL_SKEW);
    }

    /// @param skew how far apart two systems' clocks may be: closer times of two systems have no certain order
    public Queries(EvidenceIndex index, Duration skew) {
        this.index = index;
        this.skew = skew;
        references = new References(index);
        subjects = new Subjects(index);
    }

    /// Which policy was in force when a task reached a state, or when a commit was made.
    public Answer policyAt(String name, String state) {
        PolicyAt policy = new PolicyAt(index, references, skew);
        Meant task = subjects.task(PolicyAt.QUESTION, name);
        Meant commit = task instanceof Meant.NotFound ? subjects.commit(PolicyAt.QUESTION, name) : null;
        return commit == null
                ? about(task, found -> policy.ask(found.name(), found.records(), state))
                : about(commit, found -> policy.askCommit(found.name(), found.records()));
    }

    /// All records of a chain, each after its parents. A task stands for the chain of its records.
    public Answer trace(String correlation) {
        Meant meant = subjects.correlation("trace", correlation);
        return standIn("trace", correlation, meant)
                .map(this::traceOf)
                .orElseGet(() -> about(meant, found -> trace(found.name(), found.records())));
    }

    private Answer trace(String correlation, List<IndexedRecord> records) {
        return new Chains(index, references).trace(correlation, records);
    }

    private Answer traceOf(TaskStandIn task) {
        List<String> chains = task.chains();
        return chains.size() == 1
                ? task.told(trace(chains.getFirst(), index.by(Field.CORRELATION, chains.getFirst())), "the chain")
                : Subjects.noOneChain("trace", task.task(), chains);
    }

    /// What led to a record. A task stands for its last transition.
    public Answer why(String id, int depth) {
        return aboutOne(
                "why",
                id,
                record -> new Ancestry(index, references, depth).why(record),
                TaskStandIn::last,
                "the last ");
    }

    /// What came of a record. A task stands for its first transition.
    public Answer impact(String id, int depth) {
        return aboutOne(
                "impact",
                id,
                record -> new Ancestry(index, references, depth).impact(record),
                TaskStandIn::first,
                "the first ");
    }

    /// Which agents worked on a task.
    public Answer who(String task) {
        return about(subjects.task("who", task), found -> new Tasks(index).who(found.name(), found.records()));
    }

    /// Which commits came of a task.
    public Answer commits(String task) {
        return about(subjects.task("commits", task), found -> new Tasks(index).commits(found.name(), found.records()));
    }

    /// Which critical transitions have their checkpoint.
    ///
    /// @param task null asks about all
    public Answer checkpoints(@Nullable String task, boolean missingOnly) {
        return task == null
                ? new Checkpoints(index).ask(null, List.of(), missingOnly)
                : about(
                        subjects.task("checkpoints", task),
                        found -> new Checkpoints(index).ask(found.name(), found.records(), missingOnly));
    }

    /// Whether the references between records hold.
    ///
    /// @param correlation null checks everything
    public Answer dag(@Nullable String correlation) {
        Chains chains = new Chains(index, references);
        return correlation == null
                ? chains.dag(null, index.records())
                : about(
                        subjects.correlation("dag", correlation),
                        found -> chains.dag(found.name(), found.records().stream()));
    }

    private static Answer about(Meant meant, Function<Meant.Found, Answer> ask) {
        return switch (meant) {
            case Meant.Found found -> ask.apply(found);
            case Meant.NotFound nothing -> nothing.answer();
        };
    }

    private Answer aboutOne(
            String question,
            String id,
            Function<IndexedRecord, Answer> ask,
            Function<TaskStandIn, IndexedRecord> ofTask,
            String which) {
        Meant meant = subjects.record(question, id);
        return standIn(question, id, meant)
                .map(task -> {
                    IndexedRecord taken = ofTask.apply(task);
                    return task.told(ask.apply(taken), which + TaskStandIn.kind(taken));
                })
                .orElseGet(() -> about(meant, found -> one(question, found, ask)));
    }

    private static Answer one(String question, Meant.Found found, Function<IndexedRecord, Answer> ask) {
        List<IndexedRecord> different = References.different(found.records());
        return different.size() == 1
                ? ask.apply(different.getFirst())
                : Subjects.severalStores(question, found.name(), different);
    }

    /// The task of that name, where nothing else has it.
    private Optional<TaskStandIn> standIn(String question, String name, Meant meant) {
        return meant instanceof Meant.NotFound nothing
                        && nothing.answer().verdict() == Verdict.UNKNOWN
                        && subjects.task(question, name) instanceof Meant.Found task
                ? Optional.of(new TaskStandIn(task.name(), task.records()))
                : Optional.empty();
    }
}

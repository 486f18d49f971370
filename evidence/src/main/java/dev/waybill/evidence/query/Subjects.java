package dev.waybill.evidence.query;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.evidence.Fact;
import dev.waybill.evidence.Field;
import dev.waybill.evidence.QualifiedId;
import dev.waybill.evidence.Repo;
import dev.waybill.evidence.index.EvidenceIndex;
import dev.waybill.evidence.index.IndexedRecord;
import dev.waybill.evidence.index.Named;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Finds what a person means by a name: exactly, by a unique beginning, or not, with the nearest names.
record Subjects(EvidenceIndex index) {

    private static final int SHOWN = 10;

    /// What was meant, or the answer that says why nothing was.
    sealed interface Meant {
        record Found(String name, List<IndexedRecord> records) implements Meant {}

        record NotFound(Answer answer) implements Meant {}
    }

    Meant task(String question, String text) {
        return find(question, Named.TASK, bare(text), this::ofTask);
    }

    /// The records that name a task, and what its workers recorded with Assay: that names only their trace.
    private List<IndexedRecord> ofTask(String task) {
        List<IndexedRecord> own = index.by(Field.TASK, task);
        int[] traced = own.stream()
                .flatMap(record -> record.content().facts().string(Fact.TRACE).stream())
                .distinct()
                .flatMap(trace -> index.byId(new QualifiedId(Repo.ASSAY, trace)).stream())
                .filter(record -> record.content().identity().value(Field.TASK).isEmpty())
                .mapToInt(IndexedRecord::row)
                .toArray();
        return traced.length == 0
                ? own
                : index.records(IntStream.concat(own.stream().mapToInt(IndexedRecord::row), IntStream.of(traced))
                        .toArray());
    }

    Meant correlation(String question, String text) {
        List<IndexedRecord> exact = index.by(Field.CORRELATION, text);
        return exact.isEmpty()
                ? find(question, Named.CORRELATION, bare(text), name -> index.by(Field.CORRELATION, name))
                : new Meant.Found(text, exact);
    }

    Meant record(String question, String text) {
        List<IndexedRecord> exact = index.byId(text);
        if (!exact.isEmpty()) {
            return new Meant.Found(text, exact);
        }
        Meant commit = commit(question, text);
        if (commit != null) {
            return commit instanceof Meant.Found(var hash, var about)
                    ? new Meant.Found(hash, References.standFor(hash, about))
                    : commit;
        }
        String prefix = text.substring(0, text.length() - bare(text).length());
        return find(question, Named.RECORD, bare(text), name -> index.byId(prefix + name));
    }

    /// All records about a commit, by its hash or the beginning of it; null when no commit has it.
    @Nullable
    Meant commit(String question, String text) {
        String start = bare(text).toLowerCase(Locale.ROOT);
        List<String> hashes = index.commits(start, SHOWN + 1);
        return switch (hashes.size()) {
            case 0 -> null;
            case 1 -> new Meant.Found(hashes.getFirst(), index.byCommit(hashes.getFirst()));
            default -> new Meant.NotFound(several(question, start, hashes));
        };
    }

    private static String bare(String text) {
        return text.isEmpty() ? text : QualifiedId.parse(text, Repo.WAYBILL).id();
    }

    private Meant find(String question, Named kind, String text, Function<String, List<IndexedRecord>> lookUp) {
        List<IndexedRecord> exact = lookUp.apply(text);
        if (!exact.isEmpty()) {
            return new Meant.Found(text, exact);
        }
        List<String> starting = text.isEmpty() ? List.of() : index.prefix(kind, text, SHOWN + 1);
        if (starting.size() == 1 && !lookUp.apply(starting.getFirst()).isEmpty()) {
            return new Meant.Found(starting.getFirst(), lookUp.apply(starting.getFirst()));
        }
        return new Meant.NotFound(
                starting.size() > 1 ? several(question, text, starting) : nothing(question, kind, text));
    }

    private static Answer several(String question, String text, List<String> names) {
        boolean more = names.size() > SHOWN;
        List<String> shown = more ? names.subList(0, SHOWN) : names;
        String headline = (more ? "more than " + SHOWN : shown.size()) + " names begin with " + text;
        String message = "write more of it: " + String.join(", ", shown) + (more ? ", …" : "");
        return answer(
                question,
                text,
                Verdict.AMBIGUOUS,
                Rule.SEVERAL_NAMES,
                headline,
                JsonObject.of("candidates", JsonArray.ofStrings(shown)),
                new Gap(GapCode.SEVERAL_CANDIDATES, message));
    }

    /// The task is known, but not one chain of it.
    static Answer noOneChain(String question, String task, List<String> chains) {
        String next = "ask for one of its records, or: waybill evidence policy-at | who | commits " + task;
        return chains.isEmpty()
                ? answer(
                        question,
                        task,
                        Verdict.UNKNOWN,
                        Rule.NOTHING_FOUND,
                        "no record of " + task + " carries a correlation id",
                        JsonObject.of("task", task),
                        new Gap(GapCode.NOT_FOUND, next))
                : answer(
                        question,
                        task,
                        Verdict.AMBIGUOUS,
                        Rule.SEVERAL_NAMES,
                        "the records of " + task + " belong to " + chains.size() + " chains",
                        JsonObject.of("task", task).with("candidates", JsonArray.ofStrings(chains)),
                        new Gap(GapCode.SEVERAL_CANDIDATES, "ask for one of them: " + String.join(", ", chains)));
    }

    private Answer nothing(String question, Named kind, String text) {
        List<String> near = index.near(kind, text, SHOWN);
        List<String> files = index.sources();
        String message = "expected a known name, found none like " + text
                + (near.isEmpty() ? "" : "; near it: " + String.join(", ", near))
                + "; searched " + index.size() + " records in " + list(files);
        return answer(
                question,
                text,
                Verdict.UNKNOWN,
                Rule.NOTHING_FOUND,
                "nothing is known about " + text,
                JsonObject.of("near", JsonArray.ofStrings(near)).with("searched", JsonArray.ofStrings(files)),
                new Gap(GapCode.NOT_FOUND, message));
    }

    private static String list(List<String> files) {
        return files.size() <= SHOWN
                ? String.join(", ", files)
                : String.join(", ", files.subList(0, SHOWN)) + " and " + (files.size() - SHOWN) + " more files";
    }

    /// Several stores hold the id: all of them are shown, none is chosen.
    static Answer severalStores(String question, String name, List<IndexedRecord> records) {
        List<String> stores = Store.names(records);
        EvidenceGraph.Builder graph = new EvidenceGraph.Builder();
        records.forEach(record -> graph.record(record, EvidenceGraph.State.WARNING));
        return new Answer(
                question,
                name,
                Verdict.AMBIGUOUS,
                Rule.SEVERAL_STORES,
                records.size() + " different records have the id " + name,
                JsonObject.of("stores", JsonArray.ofStrings(stores)),
                records.stream().map(record -> Line.of(record, "candidate")).toList(),
                List.of(new Gap(
                        GapCode.SEVERAL_CANDIDATES, "index one of these stores alone: " + String.join(", ", stores))),
                List.of(),
                graph.build());
    }

    private static Answer answer(
            String question, String subject, Verdict verdict, Rule rule, String headline, JsonObject result, Gap gap) {
        return new Answer(
                question,
                subject,
                verdict,
                rule,
                headline,
                result,
                List.of(),
                List.of(gap),
                List.of(),
                EvidenceGraph.EMPTY);
    }
}

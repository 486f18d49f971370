package dev.waybill.evidence.query;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.evidence.Fact;
import dev.waybill.evidence.Field;
import dev.waybill.evidence.ReceiptType;
import dev.waybill.evidence.index.EvidenceIndex;
import dev.waybill.evidence.index.IndexedRecord;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// How many critical transitions have their checkpoint, for each task and overall.
final class Checkpoints {

    /// The states that need one, in the order of a task's life.
    static final List<String> CRITICAL = List.of("assigned", "running", "ci_pass", "review_pass");

    private static final int TOLD = 100;

    private final EvidenceIndex index;
    private final Map<String, Task> tasks = new TreeMap<>();

    Checkpoints(EvidenceIndex index) {
        this.index = index;
    }

    /// @param task null asks about all
    /// @param missingOnly leaves out tasks that lack nothing
    Answer ask(@Nullable String task, List<IndexedRecord> records, boolean missingOnly) {
        if (task == null) {
            ofType(ReceiptType.TASK_TRANSITION).forEach(this::add);
            ofType(ReceiptType.CHECKPOINT_RECEIPT).forEach(this::add);
        } else {
            records.forEach(this::add);
        }
        List<String> shown = tasks.keySet().stream()
                .filter(name -> !missingOnly || !task(name).missing().isEmpty())
                .toList();
        return answer(task == null ? "" : task, shown);
    }

    private Stream<IndexedRecord> ofType(ReceiptType type) {
        return Stream.concat(index.ofType(type.name()), index.ofType(type.packAlias()));
    }

    private Task task(String name) {
        return tasks.computeIfAbsent(
                name, key -> new Task(new LinkedHashSet<>(), new LinkedHashSet<>(), new ArrayList<>()));
    }

    private void add(IndexedRecord record) {
        Optional<String> task = record.content().identity().value(Field.TASK);
        if (task.isEmpty()) {
            return;
        }
        if (References.isOf(record, ReceiptType.TASK_TRANSITION)) {
            state(record, Fact.TO_STATE).ifPresent(state -> {
                task(task.get()).reached().add(state);
                keep(task(task.get()), record);
            });
        } else if (References.isOf(record, ReceiptType.CHECKPOINT_RECEIPT)) {
            state(record, Fact.CHECKPOINT).ifPresent(state -> {
                task(task.get()).present().add(state);
                keep(task(task.get()), record);
            });
        }
    }

    /// The path names some records of a few tasks only; of a million nobody reads them.
    private void keep(Task task, IndexedRecord record) {
        if (tasks.size() <= TOLD && task.records().size() < TOLD) {
            task.records().add(record);
        }
    }

    private static Optional<String> state(IndexedRecord record, String fact) {
        return record.content()
                .facts()
                .string(fact)
                .map(state -> state.toLowerCase(Locale.ROOT))
                .filter(CRITICAL::contains);
    }

    private Answer answer(String subject, List<String> shown) {
        int reached = 0;
        int present = 0;
        List<Gap> gaps = new ArrayList<>();
        for (Map.Entry<String, Task> task : tasks.entrySet()) {
            reached += task.getValue().reached().size();
            present +=
                    task.getValue().reached().size() - task.getValue().missing().size();
            if (!task.getValue().missing().isEmpty() && gaps.size() < TOLD) {
                gaps.add(new Gap(
                        GapCode.CHECKPOINT_MISSING,
                        task.getKey() + " reached "
                                + String.join(", ", task.getValue().missing()) + " without a checkpoint"));
            }
        }
        return new Answer(
                "checkpoints",
                subject,
                reached == 0 ? Verdict.UNKNOWN : Verdict.DERIVED,
                Rule.CHECKPOINT_COVERAGE,
                reached == 0
                        ? "no critical state was reached"
                        : present + " of " + reached + " checkpoints present (" + percent(present, reached) + " %)",
                result(shown, present, reached),
                path(shown),
                reached == 0
                        ? List.of(new Gap(GapCode.TRANSITION_MISSING, "no TASK_TRANSITION to any of " + CRITICAL))
                        : gaps,
                List.of(),
                EvidenceGraph.EMPTY);
    }

    private List<Line> path(List<String> shown) {
        return shown.stream()
                .limit(TOLD)
                .flatMap(name -> task(name).records().stream().map(record -> Line.of(record, name)))
                .toList();
    }

    private JsonObject result(List<String> shown, int present, int reached) {
        List<JsonValue> items = new ArrayList<>();
        for (String name : shown) {
            Task task = task(name);
            items.add(JsonObject.of("task", name)
                    .with("reached", JsonArray.ofStrings(inOrder(task.reached())))
                    .with("missing", JsonArray.ofStrings(task.missing()))
                    .with(
                            "coverage",
                            coverage(
                                    task.reached().size() - task.missing().size(),
                                    task.reached().size())));
        }
        return JsonObject.of("present", present)
                .with("reached", reached)
                .with("coverage", coverage(present, reached))
                .with("tasks", new JsonArray(items));
    }

    private static JsonValue coverage(int present, int reached) {
        return reached == 0 ? JsonNull.NULL : new JsonNumber(ratio(present, reached, 4));
    }

    private static String percent(int present, int reached) {
        return ratio(100 * present, reached, 1);
    }

    private static String ratio(int part, int whole, int digits) {
        return BigDecimal.valueOf(part)
                .divide(BigDecimal.valueOf(whole), digits, RoundingMode.DOWN)
                .toPlainString();
    }

    private static List<String> inOrder(Set<String> states) {
        return CRITICAL.stream().filter(states::contains).toList();
    }

    private record Task(Set<String> reached, Set<String> present, List<IndexedRecord> records) {
        List<String> missing() {
            return CRITICAL.stream()
                    .filter(state -> reached.contains(state) && !present.contains(state))
                    .toList();
        }
    }
}

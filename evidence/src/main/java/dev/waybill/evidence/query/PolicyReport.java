package dev.waybill.evidence.query;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.evidence.Fact;
import dev.waybill.evidence.Field;
import dev.waybill.evidence.QualifiedId;
import dev.waybill.evidence.index.IndexedRecord;
import dev.waybill.evidence.index.PolicyTimes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Writes down a decision about a policy, with the path to it.
final class PolicyReport {

    /// An episode may have thousands of receipts that all say the same.
    private static final int MOST_STATEMENTS = 20;

    private final String question;
    private final String task;
    private final String state;
    private final IndexedRecord merge;
    private final References references;
    private final PolicyDecision decision;
    private final List<Line> path = new ArrayList<>();
    private final EvidenceGraph.Builder graph = new EvidenceGraph.Builder();

    PolicyReport(
            String question,
            String task,
            String state,
            IndexedRecord merge,
            References references,
            PolicyDecision decision) {
        this.question = question;
        this.task = task;
        this.state = state;
        this.merge = merge;
        this.references = references;
        this.decision = decision;
    }

    Answer answer() {
        add(merge, state.equals(PolicyAt.COMMITTED) ? "commit" : "transition");
        decision.seal().ifPresent(receipt -> add(receipt, "receipt"));
        decision.contradicting().forEach(receipt -> add(receipt, "receipt"));
        decision.others().stream().limit(MOST_STATEMENTS).forEach(said -> add(said.record(), said.role()));
        decision.levers().forEach(this::addLever);
        decision.episodes().settings().forEach(setting -> add(setting.episode(), "episode"));
        addEdges();
        return new Answer(
                question,
                task,
                decision.verdict(),
                decision.rule(),
                headline(),
                result(),
                path,
                decision.gaps(),
                List.of(),
                graph.build());
    }

    private void addLever(InForce lever) {
        lever.applies().forEach(apply -> {
            add(apply, lever.isAmbiguous() ? "candidate" : "in force");
            addParents(apply);
        });
        lever.undone().forEach(pair -> {
            add(pair.apply(), "undone");
            add(pair.rollback(), "rollback");
        });
        if (lever.other() != null) {
            add(lever.other(), lever.isKnownBefore() ? "replaces" : "rollback");
        }
    }

    private void addParents(IndexedRecord apply) {
        for (QualifiedId parent : apply.content().parents()) {
            if (references.resolve(apply, parent) instanceof Resolved.One(IndexedRecord recommendation)) {
                add(recommendation, "recommended by");
            } else {
                graph.missing(parent, apply);
            }
        }
    }

    private void add(IndexedRecord record, String role) {
        if (path.stream().noneMatch(line -> line.found().row() == record.row())) {
            path.add(Line.of(record, role));
            graph.record(record, EvidenceGraph.State.OK);
        }
    }

    private void addEdges() {
        for (Line line : path) {
            for (QualifiedId parent : line.found().content().references()) {
                if (references.resolve(line.found(), parent) instanceof Resolved.One(IndexedRecord known)) {
                    graph.edge(known.row(), line.found().row());
                }
            }
        }
    }

    /// A broken record of the transition makes all the rest worth little: that comes first.
    private String headline() {
        boolean broken = merge.record().integrity().isBroken();
        return broken
                ? "the record of the transition is broken (%s); it leads to: %s"
                        .formatted(merge.record().integrity().detail(), answerText())
                : answerText();
    }

    private String answerText() {
        String levers = String.join(
                ", ",
                decision.levers().stream()
                        .map(lever -> name(lever) + " = " + text(lever.value()))
                        .toList());
        String episode = String.join(
                ", ",
                decision.episodes().settings().stream()
                        .map(setting -> setting.lever() + " = " + setting.value())
                        .toList());
        return switch (decision.verdict()) {
            case STATED -> decision.version().orElseThrow() + bracket(levers);
            case DERIVED -> levers.isEmpty() ? decision.version().orElse(episode) : version() + bracket(levers);
            case CONFLICT -> "records contradict each other: " + String.join("; ", decision.contradictions());
            case AMBIGUOUS ->
                decision.rule() == Rule.SEVERAL_OWNERS
                        ? "several owners set one lever: " + owners()
                        : "several changes of one lever at the same instant" + bracket(levers);
            case UNKNOWN -> "no policy is known for " + task + " at " + state;
        };
    }

    private String owners() {
        return String.join(
                ", ",
                decision.contested().stream()
                        .map(lever -> lever.scope().owner() + ": " + name(lever) + " = " + text(lever.value()))
                        .toList());
    }

    private static String bracket(String text) {
        return text.isEmpty() ? "" : " (" + text + ")";
    }

    private static String text(@Nullable JsonValue value) {
        return value == null ? "?" : value.toString();
    }

    private String version() {
        List<String> versions = decision.levers().stream()
                .flatMap(lever -> lever.versions().stream())
                .distinct()
                .toList();
        return versions.isEmpty() ? "a policy without a version" : String.join(", ", versions);
    }

    /// As the change spells it.
    private static String name(InForce lever) {
        Optional<IndexedRecord> change = lever.applies().stream()
                .findFirst()
                .or(() -> lever.undone().stream().findFirst().map(InForce.Undone::apply))
                .or(() -> Optional.ofNullable(lever.other()));
        return change.flatMap(record -> record.content().facts().string(Fact.LEVER))
                .orElse(lever.lever());
    }

    private JsonObject result() {
        return JsonObject.of("state", state)
                .with("transition", merge.id().toString())
                .with("at", AnswerJson.time(merge.content().time()))
                .with(
                        "stated_version",
                        decision.stated().<JsonValue>map(JsonString::new).orElse(JsonNull.NULL))
                .with("statements", AnswerJson.array(decision.others(), PolicyReport::statement))
                .with("levers", AnswerJson.array(decision.levers(), PolicyReport::lever))
                .with("episodes", AnswerJson.array(decision.episodes().settings(), PolicyReport::setting));
    }

    private static JsonValue lever(InForce lever) {
        JsonValue value = lever.value();
        return JsonObject.of("lever", name(lever))
                .with("value", value == null ? JsonNull.NULL : value)
                .with("versions", JsonArray.ofStrings(lever.versions()))
                .with("changes", AnswerJson.array(lever.applies(), PolicyReport::change))
                .with(
                        "undone",
                        AnswerJson.array(
                                lever.undone(),
                                pair -> new JsonString(pair.apply().id().toString())));
    }

    private static JsonValue change(IndexedRecord apply) {
        return JsonObject.of("id", apply.id().toString())
                .with(
                        "since",
                        AnswerJson.time(PolicyTimes.effective(apply.content()).orElse(null)))
                .withIfPresent("value", apply.content().facts().get(Fact.NEW_VALUE))
                .withIfPresent(
                        "version",
                        apply.content().identity().value(Field.POLICY_VERSION).orElse(null));
    }

    private static JsonValue statement(PolicyStatement said) {
        return JsonObject.of("record", said.record().id().toString())
                .with("version", said.version())
                .with("at", AnswerJson.time(said.record().content().time()));
    }

    private static JsonValue setting(EpisodePolicies.Setting setting) {
        return JsonObject.of("lever", setting.lever())
                .with("value", setting.value())
                .with("episode", setting.episode().id().toString());
    }
}

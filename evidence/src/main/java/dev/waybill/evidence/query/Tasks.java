package dev.waybill.evidence.query;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.evidence.Basis;
import dev.waybill.evidence.Fact;
import dev.waybill.evidence.Field;
import dev.waybill.evidence.Identity.Stated;
import dev.waybill.evidence.index.EvidenceIndex;
import dev.waybill.evidence.index.FoundRecords;
import dev.waybill.evidence.index.IndexedRecord;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;

/// Who worked on a task, and which commits came of it.
///
/// Records name the task, or they share only its episode: then the join is said to be one.
record Tasks(EvidenceIndex index) {

    private static final String BY_EPISODE = "episode";

    Answer who(String task, List<IndexedRecord> records) {
        List<Part> direct = agents(References.different(records), false);
        List<Part> joined = direct.isEmpty() ? agents(ofEpisodes(task, records), true) : List.of();
        List<Part> parts = direct.isEmpty() ? joined : direct;
        Map<String, List<Part>> byAgent = new TreeMap<>();
        parts.forEach(part ->
                byAgent.computeIfAbsent(part.name(), agent -> new ArrayList<>()).add(part));
        List<Gap> gaps = new ArrayList<>();
        if (byAgent.isEmpty()) {
            gaps.add(new Gap(GapCode.AGENT_UNKNOWN, "no record of " + task + " names an agent"));
        }
        return answer(
                "who",
                task,
                parts,
                direct.isEmpty() ? Rule.AGENTS_BY_EPISODE : Rule.AGENTS_NAMED,
                byAgent.isEmpty() ? "nobody is named for " + task : String.join(", ", byAgent.keySet()),
                JsonObject.of("agents", agents(byAgent)),
                gaps);
    }

    private static List<Part> agents(List<IndexedRecord> records, boolean joined) {
        List<Part> parts = new ArrayList<>();
        for (IndexedRecord record : records) {
            record.content()
                    .identity()
                    .stated(Field.AGENT)
                    .ifPresent(agent -> parts.add(Part.of(record, agent, joined)));
        }
        return parts;
    }

    private static JsonArray agents(Map<String, List<Part>> byAgent) {
        List<JsonValue> agents = new ArrayList<>();
        byAgent.forEach((agent, parts) -> {
            Set<String> types = new TreeSet<>();
            Set<String> basis = new TreeSet<>();
            parts.forEach(part -> {
                types.add(part.type());
                basis.add(part.basis());
            });
            agents.add(JsonObject.of("agent", agent)
                    .with("by", JsonArray.ofStrings(types))
                    .with("basis", JsonArray.ofStrings(basis))
                    .with("records", parts.size()));
        });
        return new JsonArray(agents);
    }

    Answer commits(String task, List<IndexedRecord> records) {
        List<Part> direct = commits(References.different(records), false);
        Set<String> known = new LinkedHashSet<>();
        direct.forEach(part -> known.add(part.name()));
        List<Part> joined = commits(ofEpisodes(task, records), true).stream()
                .filter(part -> !known.contains(part.name()))
                .toList();
        List<Part> parts = new ArrayList<>(direct);
        parts.addAll(joined);
        Map<String, String> commits = new LinkedHashMap<>();
        parts.forEach(part -> commits.putIfAbsent(part.name(), part.basis()));
        return answer(
                "commits",
                task,
                parts,
                joined.isEmpty() && !direct.isEmpty() ? Rule.COMMITS_NAMED : Rule.COMMITS_BY_EPISODE,
                commits.isEmpty() ? "no commit is known for " + task : String.join(", ", commits.keySet()),
                JsonObject.of("commits", commits(commits)),
                commitGaps(task, records, commits.isEmpty(), !joined.isEmpty()));
    }

    private List<Part> commits(List<IndexedRecord> records, boolean joined) {
        List<Part> parts = new ArrayList<>();
        for (IndexedRecord record : records) {
            record.content()
                    .facts()
                    .string(Fact.COMMIT)
                    .filter(commit -> !commit.isEmpty())
                    .ifPresent(commit -> parts.add(Part.of(record, new Stated(whole(commit), Basis.NATIVE), joined)));
        }
        return parts;
    }

    /// A short hash and the one that it shortens are one commit.
    private String whole(String commit) {
        List<String> hashes = index.commits(commit, 2);
        return hashes.size() == 1 ? hashes.getFirst() : commit;
    }

    private static JsonArray commits(Map<String, String> commits) {
        List<JsonValue> items = new ArrayList<>();
        commits.forEach(
                (commit, basis) -> items.add(JsonObject.of("commit", commit).with("basis", basis)));
        return new JsonArray(items);
    }

    private List<Gap> commitGaps(String task, List<IndexedRecord> records, boolean none, boolean joined) {
        List<Gap> gaps = new ArrayList<>();
        Set<String> episodes = EpisodePolicies.episodes(records);
        if (none) {
            gaps.add(
                    episodes.isEmpty()
                            ? new Gap(GapCode.EPISODE_UNKNOWN, "no record of " + task + " names an episode to join by")
                            : new Gap(GapCode.COMMIT_UNKNOWN, "no record of " + episodes + " names a commit"));
        }
        for (String episode : joined ? episodes : List.<String>of()) {
            Set<String> tasks = new TreeSet<>();
            index.by(Field.EPISODE, episode)
                    .forEach(record ->
                            record.content().identity().value(Field.TASK).ifPresent(tasks::add));
            if (tasks.size() > 1) {
                gaps.add(new Gap(
                        GapCode.EPISODE_SHARED,
                        episode + " holds " + tasks.size() + " tasks; its commits may belong to another of them"));
            }
        }
        return gaps;
    }

    /// The records of the task's episodes that do not say that they are another task's.
    private List<IndexedRecord> ofEpisodes(String task, List<IndexedRecord> records) {
        IntStream.Builder rows = IntStream.builder();
        for (String episode : EpisodePolicies.episodes(records)) {
            index.by(Field.EPISODE, episode).stream()
                    .filter(record -> isOfTask(record, task))
                    .forEach(record -> rows.add(record.row()));
        }
        return References.different(index.records(rows.build().toArray()));
    }

    private static boolean isOfTask(IndexedRecord record, String task) {
        Optional<String> own = record.content().identity().value(Field.TASK);
        return own.isEmpty() || own.get().equals(task);
    }

    private Answer answer(
            String question,
            String task,
            List<Part> parts,
            Rule rule,
            String headline,
            JsonObject result,
            List<Gap> gaps) {
        EvidenceGraph.Builder graph = new EvidenceGraph.Builder();
        FoundRecords records = index.records(parts.stream().mapToInt(Part::row).toArray());
        records.stream().limit(EvidenceGraph.MOST).forEach(record -> graph.record(record, EvidenceGraph.State.OK));
        boolean joined = rule == Rule.AGENTS_BY_EPISODE || rule == Rule.COMMITS_BY_EPISODE;
        Verdict verdict = parts.isEmpty() ? Verdict.UNKNOWN : joined ? Verdict.DERIVED : Verdict.STATED;
        return new Answer(
                question,
                task,
                verdict,
                rule,
                headline,
                result,
                Line.each(
                        records,
                        place -> Line.of(records.get(place), parts.get(place).name())),
                gaps,
                List.of(),
                graph.build());
    }

    /// @param type of the record
    /// @param name the agent or commit that the record names
    /// @param basis the envelope, a native field, or only the episode
    private record Part(int row, String type, String name, String basis) {
        static Part of(IndexedRecord record, Stated stated, boolean joined) {
            return new Part(
                    record.row(),
                    record.content().type(),
                    stated.value(),
                    joined ? BY_EPISODE : stated.basis().wire());
        }
    }
}

package dev.waybill.evidence.query;

import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.evidence.Field;
import dev.waybill.evidence.index.EvidenceIndex;
import dev.waybill.evidence.index.IndexedRecord;
import dev.waybill.evidence.index.PolicyTimes;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What records of a task's episodes say about the policy that they ran under: Loom exports a map from lever to value.
record EpisodePolicies(List<Setting> settings) {

    private static final String POLICY = "policy";

    /// @param lever in lower case
    record Setting(String lever, JsonValue value, IndexedRecord episode) {}

    /// The transition's own episode counts; without one, every episode that the task's records name.
    static Set<String> relevant(IndexedRecord transition, List<IndexedRecord> task) {
        return transition.content().identity().value(Field.EPISODE).map(Set::of).orElseGet(() -> episodes(task));
    }

    static EpisodePolicies of(EvidenceIndex index, IndexedRecord transition, List<IndexedRecord> task) {
        List<Setting> settings = new ArrayList<>();
        for (String episode : relevant(transition, task)) {
            References.different(index.by(Field.EPISODE, episode)).forEach(record -> add(record, settings));
        }
        return new EpisodePolicies(List.copyOf(settings));
    }

    static Set<String> episodes(List<IndexedRecord> records) {
        Set<String> episodes = new LinkedHashSet<>();
        records.forEach(
                record -> record.content().identity().value(Field.EPISODE).ifPresent(episodes::add));
        return episodes;
    }

    private static void add(IndexedRecord record, List<Setting> settings) {
        Optional<JsonObject> policy = record.content()
                .facts()
                .object(POLICY)
                .or(() -> record.record().json().object(POLICY));
        policy.ifPresent(map -> map.members()
                .forEach((lever, value) -> settings.add(new Setting(PolicyTimes.lever(lever), value, record))));
    }

    Optional<Setting> of(String lever) {
        return settings.stream()
                .filter(setting -> setting.lever().equals(lever))
                .findFirst();
    }

    /// Numbers are compared as numbers: `0.65` is `0.650`.
    static boolean isSame(JsonValue one, JsonValue other) {
        if (one instanceof JsonNumber number && other instanceof JsonNumber otherNumber) {
            return Double.compare(number.doubleValue(), otherNumber.doubleValue()) == 0;
        }
        return one.equals(other);
    }
}

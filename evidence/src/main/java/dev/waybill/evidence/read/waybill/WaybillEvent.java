package dev.waybill.evidence.read.waybill;

import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.evidence.Fact;
import dev.waybill.evidence.Field;
import dev.waybill.evidence.Identity;
import dev.waybill.evidence.QualifiedId;
import dev.waybill.evidence.RecordContent;
import dev.waybill.evidence.RecordFormat;
import dev.waybill.evidence.RecordTime;
import dev.waybill.evidence.Repo;
import dev.waybill.evidence.UnreadableRecord;
import dev.waybill.evidence.read.EnvelopeParents;
import dev.waybill.journal.ForkMode;
import dev.waybill.journal.Origin;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// An event of a run, as `waybill events RUN --json` and bundles show it.
///
/// A fork by replay shows the events of its source under their own ids, so an event is named together with its run:
/// `run_…/evt_…`. It is also known by its bare id. Only what a run did itself moves its task: a replay is no evidence,
/// a child works for its parent's task, and what a branch shares with its source is told by the source.
public final class WaybillEvent implements RecordFormat {

    public static final WaybillEvent FORMAT = new WaybillEvent();

    private WaybillEvent() {}

    @Override
    public String name() {
        return "waybill/event";
    }

    @Override
    public Repo repo() {
        return Repo.WAYBILL;
    }

    @Override
    public EvidenceEnvelope envelope(JsonObject record) {
        return EvidenceEnvelope.of(record);
    }

    @Override
    public RecordContent content(JsonObject record, EvidenceEnvelope envelope) {
        String event = text(record, "eventId");
        String run = text(record, "runId");
        Map<Field, String> natives = new EnumMap<>(Field.class);
        natives.put(Field.TASK, run);
        natives.put(Field.EPISODE, run);
        return new RecordContent(
                inRun(run, event),
                List.of(new QualifiedId(Repo.WAYBILL, event)),
                text(record, "type"),
                RecordTime.parse(text(record, "timestamp")).orElse(null),
                Identity.of(envelope, natives),
                parents(record, run, envelope),
                facts(record));
    }

    private static QualifiedId inRun(String run, String event) {
        return new QualifiedId(Repo.WAYBILL, run + "/" + event);
    }

    private static List<QualifiedId> parents(JsonObject record, String run, EvidenceEnvelope envelope) {
        Set<QualifiedId> parents = new LinkedHashSet<>();
        record.string("causationId")
                .filter(cause -> !cause.isEmpty())
                .ifPresent(cause -> parents.add(inRun(run, cause)));
        parents.addAll(EnvelopeParents.of(envelope, Repo.WAYBILL));
        return new ArrayList<>(parents);
    }

    private static JsonObject facts(JsonObject record) {
        return JsonObject.builder()
                .putIfPresent(Fact.TITLE, record.string("nodeId").orElse(null))
                .putIfPresent(
                        Fact.TO_STATE,
                        isOwn(record) ? state(record.string("type").orElse("")) : null)
                .putIfPresent(Fact.REPLAY_OF, isReplay(record) ? source(record) : null)
                .build();
    }

    private static boolean isOwn(JsonObject record) {
        if (record.has(Origin.PARENT_RUN) || isReplay(record)) {
            return false;
        }
        return record.object(Origin.FORKED_FROM)
                .map(fork -> number(record, "sequence") >= number(fork, "sequence"))
                .orElse(true);
    }

    private static boolean isReplay(JsonObject record) {
        return record.object(Origin.FORKED_FROM)
                .flatMap(fork -> fork.string("mode"))
                .filter(ForkMode.REPLAY.wire()::equals)
                .isPresent();
    }

    private static @Nullable String source(JsonObject record) {
        return record.object(Origin.FORKED_FROM)
                .flatMap(fork -> fork.string("runId"))
                .orElse(null);
    }

    private static long number(JsonObject record, String name) {
        return record.get(name) instanceof JsonNumber number
                ? number.asInteger().orElse(0)
                : 0;
    }

    /// A run is a task of its caller's, or of its own: where it stands follows from how it begins and ends.
    private static @Nullable String state(String type) {
        return switch (type) {
            case "run.started" -> "running";
            case "run.completed" -> "merged";
            case "run.failed", "run.cancelled" -> "aborted";
            default -> null;
        };
    }

    private static String text(JsonObject record, String name) {
        return record.string(name)
                .filter(text -> !text.isEmpty())
                .orElseThrow(() -> new UnreadableRecord("expected an event with " + name + ", found none"));
    }
}

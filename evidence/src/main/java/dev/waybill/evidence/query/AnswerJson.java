package dev.waybill.evidence.query;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.evidence.EvidenceRecord;
import dev.waybill.evidence.Field;
import dev.waybill.evidence.Finding;
import dev.waybill.evidence.Place;
import dev.waybill.evidence.RecordTime;
import java.util.AbstractList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The stable JSON of an answer; `docs/evidence-json.md` describes it.
final class AnswerJson {

    private static final String SCHEMA = "waybill.evidence.answer/1";

    private AnswerJson() {}

    static JsonObject of(Answer answer) {
        return JsonObject.builder()
                .put("schema", SCHEMA)
                .put("question", answer.question())
                .put("subject", answer.subject())
                .put("verdict", answer.verdict().name())
                .put("rule", rule(answer.rule()))
                .put("headline", answer.headline())
                .put("exit_code", answer.exitCode())
                .put("result", answer.result())
                .put("path", path(answer.path()))
                .put("gaps", array(answer.gaps(), AnswerJson::gap))
                .put("findings", array(answer.findings(), AnswerJson::finding))
                .put("footer", Answer.FOOTER)
                .build();
    }

    /// Each line is made when it is written: a path may be as long as an index.
    private static JsonArray path(List<Line> lines) {
        return new JsonArray(new AbstractList<>() {
            @Override
            public JsonValue get(int place) {
                return line(lines.get(place));
            }

            @Override
            public int size() {
                return lines.size();
            }
        });
    }

    static <T> JsonArray array(List<T> items, Function<T, JsonValue> write) {
        return new JsonArray(items.stream().map(write).toList());
    }

    private static JsonObject rule(Rule rule) {
        return JsonObject.of("code", rule.name()).with("text", rule.text());
    }

    private static JsonObject line(Line line) {
        EvidenceRecord record = line.found().record();
        JsonObject.Builder json = JsonObject.builder()
                .put("id", record.id().toString())
                .put("type", record.type())
                .put("role", line.role())
                .put("depth", line.depth())
                .put("time", time(line.time().orElse(null)))
                .put("parents", array(record.content().parents(), id -> new JsonString(id.toString())))
                .put("place", place(record.place()))
                .put("integrity", integrity(record));
        // Whole, because a program may look for members that nobody here has heard of.
        return json.put("identity", identity(record))
                .put("record", record.json())
                .build();
    }

    static JsonObject integrity(EvidenceRecord record) {
        return JsonObject.of("level", record.integrity().level().name().toLowerCase(Locale.ROOT))
                .with("detail", record.integrity().detail());
    }

    static JsonValue time(@Nullable RecordTime time) {
        return time == null ? JsonNull.NULL : new JsonString(time.text());
    }

    static JsonObject place(Place place) {
        return JsonObject.of("text", place.toString())
                .with("root", place.root())
                .with("file", place.file())
                .withIfPresent("entry", place.entry())
                .with("line", place.line());
    }

    private static JsonObject identity(EvidenceRecord record) {
        JsonObject.Builder json = JsonObject.builder();
        for (Field field : Field.values()) {
            record.content()
                    .identity()
                    .stated(field)
                    .ifPresent(stated -> json.put(
                            field.name().toLowerCase(Locale.ROOT),
                            JsonObject.of("value", stated.value())
                                    .with("basis", stated.basis().wire())));
        }
        return json.build();
    }

    private static JsonObject gap(Gap gap) {
        return JsonObject.of("code", gap.code().name()).with("message", gap.message());
    }

    private static JsonObject finding(Finding finding) {
        Place place = finding.place();
        return JsonObject.of("code", finding.code().name())
                .with("severity", finding.code().severity().name().toLowerCase(Locale.ROOT))
                .withIfPresent("place", place == null ? null : place(place))
                .with("message", finding.message())
                .with("next", finding.code().next());
    }
}

package dev.waybill.doors.rest.api;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.doors.rest.Answer;
import dev.waybill.doors.rest.Call;
import dev.waybill.doors.rest.RestRefusal;
import dev.waybill.doors.rest.Route;
import dev.waybill.engine.attest.Identities;
import dev.waybill.engine.decide.RefusalCode;
import dev.waybill.engine.decide.Refused;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.RunId;
import dev.waybill.journal.store.EventPages;
import dev.waybill.journal.store.Scope;
import dev.waybill.receipt.binding.Span;
import dev.waybill.receipt.privacy.TenantIds;
import dev.waybill.runtime.RunReader;
import dev.waybill.view.run.DebugBundle;
import dev.waybill.view.trace.RunSpans;
import java.util.ArrayList;
import java.util.List;

/// What a test suite looks into, to see that no secret leaks: the spans of a run, and its debug bundle.
final class InspectionSeams {

    private final RestHost host;
    private final RunSpans spans = new RunSpans(_ -> new Identities(new TenantIds(new byte[32]), ""), "waybill");

    InspectionSeams(RestHost host) {
        this.host = host;
    }

    List<Route> routes() {
        return List.of(
                Route.get(SeamRoutes.SEAMS + "/test/otel/spans", "seamReadSpans", Scope.RUNS_READ, "A run's spans.")
                        .query("runId", "The run.")
                        .gives(200, "Spans")
                        .refuses(400, 401, 403, 404)
                        .by(this::spans),
                Route.post(
                                SeamRoutes.SEAMS + "/test/debug-bundle/export",
                                "seamExportDebugBundle",
                                Scope.RUNS_READ,
                                "A run's debug bundle.")
                        .takes("RunNamed")
                        .gives(200, "DebugBundle")
                        .refuses(400, 401, 403, 404)
                        .by(this::bundle));
    }

    private Answer spans(Call call) {
        RunReader reader = host.runs().reader(call.caller());
        RunId run = Call.run(call.query("runId")
                .filter(text -> !text.isEmpty())
                .orElseThrow(() -> RestRefusal.invalid("runId=RUN is missing")));
        RunHeader header = reader.run(run)
                .orElseThrow(() -> new Refused(RefusalCode.RUN_NOT_FOUND, "no run is called " + run))
                .header();
        List<JsonValue> all = new ArrayList<>();
        spans.of(reader.fold(header, 0), () -> new EventPages(reader, run)).forEach(span -> all.add(json(span)));
        return Answer.ok(JsonObject.EMPTY.with("spans", new JsonArray(all)));
    }

    private static JsonObject json(Span span) {
        List<JsonValue> events = new ArrayList<>();
        span.events()
                .forEach(event -> events.add(JsonObject.builder()
                        .put("name", event.name())
                        .put("attributes", event.attributes())
                        .build()));
        return JsonObject.builder()
                .put("name", span.name())
                .put("traceId", span.traceId())
                .put("spanId", span.spanId())
                .putIfPresent("parentSpanId", span.parentSpanId())
                .put("attributes", span.attributes())
                .put("events", new JsonArray(events))
                .build();
    }

    private Answer bundle(Call call) {
        RunReader reader = host.runs().reader(call.caller());
        RunState state = reader.state(Call.run(Fields.required(call.body(), "runId")));
        return Answer.ok(DebugBundle.of(reader, state)
                .toJson("waybill", host.version(), host.clock().instant()));
    }
}

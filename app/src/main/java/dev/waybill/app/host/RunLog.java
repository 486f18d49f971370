package dev.waybill.app.host;

import dev.waybill.app.cli.Complaints;
import dev.waybill.app.cli.LogLevel;
import dev.waybill.app.telemetry.Bystander;
import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.decide.Decision;
import dev.waybill.journal.Event;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.event.NodeFact;
import dev.waybill.journal.event.RunError;
import dev.waybill.journal.event.RunFact;
import dev.waybill.view.trace.RunSpans;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// One log line for what a run does: how it began and ended, or every event. Neither inputs nor outputs nor messages
/// are in it.
record RunLog(Complaints log, RunSpans spans) implements Bystander.Onlooker {

    @Override
    public void saw(Decision decision, Duration took) {
        RunHeader header = decision.state().header();
        if (header.isReplay()) {
            return;
        }
        for (Event event : decision.events()) {
            LogLevel level = event.fact() instanceof RunFact ? LogLevel.INFO : LogLevel.DEBUG;
            if (log.says(level)) {
                log.line(level, sentence(header, event), members(header, event));
            }
        }
    }

    private static String sentence(RunHeader header, Event event) {
        String node = event.nodeId();
        String code = code(event);
        return header.runId() + " " + event.type() + (node == null ? "" : " " + node)
                + (event.fact() instanceof RunFact.RunStarted ? " " + header.definitionId() : "")
                + (code == null ? "" : " (" + code + ")");
    }

    private JsonObject members(RunHeader header, Event event) {
        return JsonObject.of("event", event.type())
                .with("runId", header.runId().value())
                .with("sequence", event.sequence())
                .with("traceId", spans.trace(header).traceId())
                .with("tenant", header.tenant())
                .with("workflow", header.definitionId())
                .withIfPresent("nodeId", event.nodeId())
                .withIfPresent("code", code(event));
    }

    private static @Nullable String code(Event event) {
        RunError error = switch (event.fact()) {
            case RunFact.RunFailed failed -> failed.error();
            case RunFact.RunFailing failing -> failing.error();
            case NodeFact.NodeFailed failed -> failed.error();
            case NodeFact.NodeRetried retried -> retried.lastError();
            default -> null;
        };
        return error == null ? null : error.code();
    }
}

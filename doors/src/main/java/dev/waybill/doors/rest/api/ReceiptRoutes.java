package dev.waybill.doors.rest.api;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.doors.rest.Answer;
import dev.waybill.doors.rest.Call;
import dev.waybill.doors.rest.RestRefusal;
import dev.waybill.doors.rest.Route;
import dev.waybill.engine.decide.RefusalCode;
import dev.waybill.engine.decide.Refused;
import dev.waybill.journal.RunId;
import dev.waybill.journal.store.Scope;
import dev.waybill.runtime.receipt.ExportOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// What was signed for a run.
final class ReceiptRoutes {

    private final RestHost host;

    ReceiptRoutes(RestHost host) {
        this.host = host;
    }

    List<Route> routes() {
        return List.of(
                Route.get("/runs/{runId}/receipts", "getRunReceipts", Scope.RUNS_READ, "The signed receipts of a run.")
                        .gives(200, "Receipts")
                        .refuses(401, 403, 404, 409)
                        .by(this::receipts),
                Route.get("/runs/{runId}/bundle", "getRunBundle", Scope.RUNS_READ, "The proof of a run, as a zip file.")
                        .query("children", "false: without its child runs.")
                        .query("sources", "true: with the runs that it was forked from.")
                        .query("events", "true: with what happened, in plain text.")
                        .gives(200, "Bundle")
                        .refuses(400, 401, 403, 404, 409)
                        .by(this::bundle));
    }

    private Answer receipts(Call call) throws IOException {
        RunId run = seen(call);
        List<JsonValue> receipts = new ArrayList<>();
        host.exports()
                .apply(call.caller())
                .receipts(run, host.clock().instant(), receipt -> receipts.add(new JsonString(receipt.compact())));
        return Answer.ok(JsonObject.builder()
                .put("runId", run.value())
                .put("receipts", new JsonArray(receipts))
                .build());
    }

    private Answer bundle(Call call) throws IOException {
        RunId run = seen(call);
        Path file = Files.createTempFile("waybill-", ".zip");
        try {
            host.exports()
                    .apply(call.caller())
                    .write(run, file, options(call), host.clock().instant());
            return Answer.bytes("application/zip", Files.readAllBytes(file))
                    .with("Content-Disposition", "attachment; filename=\"" + run + ".zip\"");
        } finally {
            Files.deleteIfExists(file);
        }
    }

    private static ExportOptions options(Call call) {
        return new ExportOptions(
                asked(call, "children", true), asked(call, "sources", false), false, asked(call, "events", false));
    }

    private static boolean asked(Call call, String name, boolean otherwise) {
        return switch (call.query(name).orElse(String.valueOf(otherwise))) {
            case "true" -> true;
            case "false" -> false;
            default -> throw RestRefusal.invalid("expected " + name + " to be true or false");
        };
    }

    /// A run whose events were pruned has its receipts still.
    private RunId seen(Call call) {
        RunId run = call.run();
        if (host.runs().reader(call.caller()).run(run).isEmpty()) {
            throw new Refused(RefusalCode.RUN_NOT_FOUND, "no run is called " + run);
        }
        return run;
    }
}

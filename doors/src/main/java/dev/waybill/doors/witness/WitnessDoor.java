package dev.waybill.doors.witness;

import dev.waybill.base.json.JsonException;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.base.refusal.Kind;
import dev.waybill.base.refusal.Refusal;
import dev.waybill.base.refusal.Refusals;
import dev.waybill.doors.http.Callers;
import dev.waybill.doors.http.Door;
import dev.waybill.doors.http.Replies;
import dev.waybill.doors.http.RequestBody;
import dev.waybill.doors.http.ServerSettings;
import dev.waybill.engine.decide.Refused;
import dev.waybill.journal.store.Scope;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.code.Rejected;
import io.helidon.http.Status;
import io.helidon.webserver.http.HttpRules;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.function.UnaryOperator;

/// `POST /witness {"summary"}` answers `{"witness"}`: this host's receipt that it saw another host's summary. It says
/// nothing about whether the summary is true, so it needs no key of whoever signed it.
public final class WitnessDoor implements Door {

    private static final String PATH = "/witness";

    private final UnaryOperator<Receipt> countersign;

    /// @param countersign refuses with an [IllegalArgumentException] what is no summary
    public WitnessDoor(UnaryOperator<Receipt> countersign) {
        this.countersign = countersign;
    }

    @Override
    public void open(HttpRules rules) {
        rules.post(PATH, this::post);
    }

    private void post(ServerRequest request, ServerResponse response) {
        try {
            Callers.of(request, Scope.WITNESS_SIGN);
            byte[] body = RequestBody.read(request, ServerSettings.LONGEST_BODY);
            String summary = JsonReader.readObject(body, JsonLimits.DOCUMENT)
                    .string("summary")
                    .orElseThrow(() -> new IllegalArgumentException("there is no text under \"summary\""));
            Receipt witness = countersign.apply(Receipt.decode(summary));
            JsonObject answer = JsonObject.of("witness", witness.compact());
            Replies.json(response, Status.OK_200, JsonWriter.compactBytes(answer));
        } catch (JsonException | Rejected | IllegalArgumentException e) {
            Replies.refuse(
                    response,
                    new Refusal(
                            Kind.INVALID,
                            "no_summary",
                            "expected {\"summary\": a signed summary with its commit log}: " + e.getMessage(),
                            "Send what 'waybill anchor' sends."));
        } catch (Refused e) {
            Replies.refuse(response, Refusals.of(e));
        }
    }

    @Override
    public String notice() {
        return "witness at " + PATH;
    }
}

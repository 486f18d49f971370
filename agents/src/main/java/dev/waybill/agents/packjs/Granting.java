package dev.waybill.agents.packjs;

import dev.waybill.agents.ai.CodeAi;
import dev.waybill.agents.http.CodeFetch;
import dev.waybill.agents.model.config.Models;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.node.ActivityCall;
import dev.waybill.runtime.egress.Egress;
import dev.waybill.runtime.egress.EgressRefused;
import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// Puts together what one execution of a pack's node may ask for.
record Granting(Egress egress, Models models, List<Grant> grants) implements Function<ActivityCall, HostFunctions> {

    private static final int LONGEST_NOTE = 4_000;

    @Override
    public HostFunctions apply(ActivityCall call) {
        HostFunctions functions =
                new HostFunctions().and("log", note -> shown(call, note)).and("emit", event -> progress(call, event));
        for (Grant grant : grants) {
            functions.and(
                    grant.function(),
                    switch (grant) {
                        case FETCH -> fetch(call);
                        case LOOKUP -> this::lookup;
                        case CALL_AI -> ai(call);
                    });
        }
        return functions;
    }

    private static JsonValue shown(ActivityCall call, JsonValue note) {
        if (note.toString().length() <= LONGEST_NOTE) {
            call.show("log", note);
        }
        return JsonNull.NULL;
    }

    private static JsonValue progress(ActivityCall call, JsonValue event) {
        JsonObject said = event.asObject().orElse(JsonObject.EMPTY);
        JsonValue data = said.get("data");
        if (event.toString().length() <= LONGEST_NOTE) {
            call.progress(said.string("type").orElse("progress"), data);
        }
        return JsonNull.NULL;
    }

    private HostFunction fetch(ActivityCall call) {
        CodeFetch fetch = new CodeFetch(egress);
        return argument -> {
            try {
                return fetch.fetch(argument.asObject().orElse(JsonObject.EMPTY), call);
            } catch (EgressRefused refused) {
                throw new HostRefused(EgressRefused.CODE, String.valueOf(refused.getMessage()));
            } catch (IOException e) {
                throw new HostRefused("fetch_failed", String.valueOf(e.getMessage()));
            }
        };
    }

    private HostFunction ai(ActivityCall call) {
        CodeAi ai = new CodeAi(models, call);
        return argument -> {
            try {
                return ai.ask(argument.asObject().orElse(JsonObject.EMPTY));
            } catch (CodeAi.Declined declined) {
                throw new HostRefused(declined.code(), String.valueOf(declined.getMessage()));
            }
        };
    }

    /// Only of hosts that may be reached: what a private network calls its machines is none of a pack's business.
    private JsonValue lookup(JsonValue argument) throws HostRefused {
        String name = argument.asObject().flatMap(it -> it.string("name")).orElse("");
        try {
            egress.check(URI.create("https://" + name + "/"));
            List<JsonValue> all = new ArrayList<>();
            for (InetAddress address : InetAddress.getAllByName(name)) {
                all.add(JsonObject.builder()
                        .put("address", address.getHostAddress())
                        .put("family", address instanceof Inet6Address ? 6 : 4)
                        .build());
            }
            return new JsonArray(all);
        } catch (EgressRefused refused) {
            throw new HostRefused(EgressRefused.CODE, String.valueOf(refused.getMessage()));
        } catch (UnknownHostException | IllegalArgumentException e) {
            throw new HostRefused("ENOTFOUND", "there is no host " + name);
        } catch (IOException e) {
            throw new HostRefused("ENOTFOUND", String.valueOf(e.getMessage()));
        }
    }
}

package dev.waybill.agents.http;

import dev.waybill.agents.http.HttpNode.BadRequest;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/// An operation of an OpenAPI document, ready to be called.
record Operation(String method, URI address) {

    private static final List<String> METHODS = List.of("get", "put", "post", "delete", "options", "head", "patch");

    static Operation of(JsonObject config, JsonObject inputs) throws BadRequest {
        String wanted = config.string("operationId").orElse("");
        JsonObject document = inputs.object("openapi").orElse(JsonObject.EMPTY);
        for (Map.Entry<String, JsonValue> path :
                document.object("paths").orElse(JsonObject.EMPTY).members().entrySet()) {
            JsonObject operations = path.getValue().asObject().orElse(JsonObject.EMPTY);
            for (String method : METHODS) {
                boolean found = operations
                        .object(method)
                        .flatMap(it -> it.string("operationId"))
                        .filter(wanted::equals)
                        .isPresent();
                if (found) {
                    return new Operation(
                            method.toUpperCase(Locale.ROOT),
                            Building.parsed(base(config, document) + filled(path.getKey(), inputs) + query(inputs)));
                }
            }
        }
        throw new BadRequest("the OpenAPI document has no operation \"%s\"".formatted(wanted));
    }

    /// The node's own word wins: a document of somebody else's must not choose where a request goes.
    private static String base(JsonObject config, JsonObject document) {
        JsonArray servers = document.array("servers").orElse(JsonArray.EMPTY);
        String told = servers.size() == 0
                ? ""
                : servers.get(0).asObject().flatMap(it -> it.string("url")).orElse("");
        String base = config.string("baseUrl").orElse(told);
        return base.endsWith("/") ? base.substring(0, base.length() - 1) : base;
    }

    private static String filled(String path, JsonObject inputs) throws BadRequest {
        String filled = path;
        for (Map.Entry<String, JsonValue> each :
                inputs.object("pathParams").orElse(JsonObject.EMPTY).members().entrySet()) {
            filled = filled.replace("{" + each.getKey() + "}", Building.encoded(Building.plain(each.getValue())));
        }
        if (filled.contains("{")) {
            throw new BadRequest("the path %s needs values in pathParams".formatted(path));
        }
        return filled;
    }

    private static String query(JsonObject inputs) {
        String query = inputs.object("queryParams").orElse(JsonObject.EMPTY).members().entrySet().stream()
                .map(each -> Building.encoded(each.getKey()) + "=" + Building.encoded(Building.plain(each.getValue())))
                .collect(Collectors.joining("&"));
        return query.isEmpty() ? "" : "?" + query;
    }
}

package dev.waybill.app.command.memory;

import dev.waybill.app.desk.Server;
import dev.waybill.app.desk.ServerDesk;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The memory of the key's tenant at a host.
///
/// @param server closed with the desk
/// @param scope which of the tenant's memories; null for the shared one
record ServerMemoryDesk(Server server, @Nullable String scope) implements MemoryDesk {

    private static final String ALL = "/v1/host/waybill/memory";

    private Map<String, String> query() {
        Map<String, String> query = new LinkedHashMap<>();
        if (scope != null) {
            query.put("scope", scope);
        }
        return query;
    }

    private static String path(String ref, String id) {
        return ALL + "/" + Server.encoded(ref) + "/" + Server.encoded(id);
    }

    @Override
    public JsonObject now(@Nullable String ref) {
        Map<String, String> query = query();
        query.put("limit", "1000");
        if (ref != null) {
            query.put("ref", ref);
        }
        return server.get(ALL, query);
    }

    @Override
    public JsonObject seenBy(String run, @Nullable Long before, @Nullable String ref) {
        Map<String, String> query = new LinkedHashMap<>();
        if (before != null) {
            query.put("before", String.valueOf(before));
        }
        if (ref != null) {
            query.put("ref", ref);
        }
        String id = new ServerDesk(server, "").resolve(run);
        return server.get("/v1/host/waybill/runs/" + id + "/memory", query);
    }

    @Override
    public JsonObject get(String ref, String id) {
        return server.get(path(ref, id), query());
    }

    @Override
    public JsonObject history(String ref, String id) {
        return server.get(path(ref, id) + "/history", query());
    }

    @Override
    public JsonObject set(String ref, String id, String content, List<String> tags, @Nullable Duration ttl) {
        JsonObject body = JsonObject.builder()
                .put("content", content)
                .put("tags", JsonArray.ofStrings(tags))
                .build();
        return server.put(path(ref, id), query(), ttl == null ? body : body.with("ttlSeconds", ttl.toSeconds()));
    }

    @Override
    public void delete(String ref, String id) {
        server.delete(path(ref, id), query());
    }

    @Override
    public void close() {
        server.close();
    }
}

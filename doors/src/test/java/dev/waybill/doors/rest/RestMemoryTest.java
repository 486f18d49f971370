package dev.waybill.doors.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonObject;
import dev.waybill.journal.memory.MemoryWrite;
import dev.waybill.journal.store.Scope;
import java.net.http.HttpRequest;
import java.util.EnumSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Memory over HTTP.
class RestMemoryTest {

    private static final String ENTRY = "/v1/host/waybill/memory/notes%2Ftravel/home";
    private static final String LIST = "/v1/host/waybill/memory?ref=notes%2Ftravel";

    private final RestDesk desk = new RestDesk().knows("remember", "core.identity", "'memoryAction':'write-then-read'");

    @AfterEach
    void close() {
        desk.close();
        assertThat(desk.troubles).isEmpty();
    }

    private Reply put(String path, String key, String json) {
        return desk.send(desk.request(path, key)
                .header("Content-Type", "application/json")
                .PUT(HttpRequest.BodyPublishers.ofString(json.replace('\'', '"')))
                .build());
    }

    private Reply delete(String path, String key) {
        return desk.send(desk.request(path, key).DELETE().build());
    }

    @Test
    void whatIsPutIsReadByTheOwnTenantOnly() {
        JsonObject put = put(ENTRY, RestDesk.ACME, "{'content':'Basel','tags':['city']}")
                .is(200)
                .json();
        assertThat(put.names()).containsExactly("memoryRef", "id", "content", "tags", "createdAt");
        assertThat(desk.get(ENTRY).is(200).json()).isEqualTo(put);
        assertThat(desk.get(LIST + "&tag=city").is(200).body()).contains("Basel");
        assertThat(desk.get(LIST + "&tag=town").is(200).body()).isEqualTo("{\"entries\":[]}");
        assertThat(desk.get(LIST, RestDesk.GLOBEX).is(200).body()).isEqualTo("{\"entries\":[]}");
        desk.get(ENTRY, RestDesk.GLOBEX).refuses(404, "not_found");
        delete(ENTRY, RestDesk.GLOBEX).refuses(404, "not_found");
        assertThat(desk.get(ENTRY + "?scope=other").status()).isEqualTo(404);
    }

    @Test
    void whatIsDeletedIsGoneAndItsHistoryTells() {
        put(ENTRY, RestDesk.ACME, "{'content':'Basel'}").is(200);
        put(ENTRY, RestDesk.ACME, "{'content':'Bern'}").is(200);
        delete(ENTRY, RestDesk.ACME).is(204);
        desk.get(ENTRY).refuses(404, "not_found");
        delete(ENTRY, RestDesk.ACME).refuses(404, "not_found");
        assertThat(desk.get(ENTRY + "/history").is(200).body())
                .contains("\"version\":1", "Basel", "\"version\":2", "Bern", "\"version\":3,\"forgotten\":true");
        assertThat(desk.get(ENTRY + "/history", RestDesk.GLOBEX).is(200).body()).isEqualTo("{\"changes\":[]}");
    }

    @Test
    void anEntryWithoutTimeIsNotSeen() {
        put(ENTRY, RestDesk.ACME, "{'content':'Basel','ttlSeconds':0}").is(200);
        desk.get(ENTRY).refuses(404, "not_found");
        assertThat(put(ENTRY, RestDesk.ACME, "{'content':'Basel','ttlSeconds':3600}")
                        .is(200)
                        .text("expiresAt"))
                .isNotBlank();
        desk.get(ENTRY).is(200);
    }

    @Test
    void whatIsNoEntryIsRefused() {
        put(ENTRY, RestDesk.ACME, "{}").refuses(400, "validation_error");
        put(ENTRY, RestDesk.ACME, "{'content':7}").refuses(400, "validation_error");
        put(ENTRY, RestDesk.ACME, "{'content':'x','tags':'city'}").refuses(400, "validation_error");
        put(ENTRY, RestDesk.ACME, "{'content':'x','ttlSeconds':-1}").refuses(400, "validation_error");
        put(ENTRY.replace("home", "a%0Ab"), RestDesk.ACME, "{'content':'x'}").refuses(400, "validation_error");
        assertThat(MemoryWrite.MOST_BYTES).isGreaterThan(64 * 1024);
        desk.get(LIST + "&limit=0").refuses(400, "validation_error");
        desk.get(LIST + "&scope=%0A").refuses(400, "validation_error");
        desk.key("wbk_reader", "acme", EnumSet.of(Scope.WORKSPACE_READ));
        put(ENTRY, "wbk_reader", "{'content':'x'}").refuses(403, "forbidden");
        desk.get(LIST, "wbk_reader").is(200);
        desk.key("wbk_runs", "acme", EnumSet.of(Scope.RUNS_READ));
        desk.get(LIST, "wbk_runs").refuses(403, "forbidden");
    }

    @Test
    void aRunTellsWhatItSawBeforeEachEvent() {
        String run = desk.start("remember");
        desk.until(run, "completed");
        String of = "/v1/host/waybill/runs/" + run + "/memory";
        assertThat(desk.get(of).is(200).body()).contains("remembered by n", "\"runId\":\"" + run);
        assertThat(desk.get(of + "?before=1").is(200).body()).isEqualTo("{\"entries\":[]}");
        desk.get(of + "?before=99").refuses(422, "invalid_from_seq");
        desk.get(of, RestDesk.GLOBEX).refuses(404, "run_not_found");
    }

    @Test
    void aRunMayUseAnotherOfItsTenantsMemories() {
        String run = desk.post("/v1/runs", "{'workflowId':'remember','scopeId':'research'}")
                .is(201)
                .text("runId");
        desk.until(run, "completed");
        assertThat(desk.get("/v1/host/waybill/memory").is(200).body()).isEqualTo("{\"entries\":[]}");
        assertThat(desk.get("/v1/host/waybill/memory?scope=research").is(200).body())
                .contains("remembered by n");
        desk.post("/v1/runs", "{'workflowId':'remember','scopeId':'run:x'}").refuses(400, "validation_error");
    }
}

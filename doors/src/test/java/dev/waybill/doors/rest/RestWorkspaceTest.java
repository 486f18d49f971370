package dev.waybill.doors.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.journal.store.Scope;
import java.net.http.HttpRequest;
import java.util.EnumSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The workspace over HTTP.
class RestWorkspaceTest {

    private static final String FILES = "/v1/host/workspace/files";
    private static final String GUIDE = FILES + "/guides%2Fstyle.md";

    private final RestDesk desk = new RestDesk().knows("noop", "core.noop", "");

    @AfterEach
    void close() {
        desk.close();
        assertThat(desk.troubles).isEmpty();
    }

    private Reply putAt(String path, String key, String json, String... headers) {
        HttpRequest.Builder request = desk.request(path, key)
                .header("Content-Type", "application/json")
                .PUT(HttpRequest.BodyPublishers.ofString(json.replace('\'', '"')));
        return desk.send((headers.length == 0 ? request : request.headers(headers)).build());
    }

    private Reply put(String json, String... headers) {
        return putAt(GUIDE, RestDesk.ACME, json, headers);
    }

    private Reply delete(String key, String... headers) {
        HttpRequest.Builder request = desk.request(GUIDE, key).DELETE();
        return desk.send((headers.length == 0 ? request : request.headers(headers)).build());
    }

    @Test
    void everyWriteMakesAVersionThatCanBeRead() {
        Reply first = put("{'content':'one','contentType':'text/markdown'}").is(200);
        assertThat(first.json().names())
                .containsExactly("path", "content", "contentType", "version", "etag", "updatedAt");
        assertThat(first.text("path")).isEqualTo("guides/style.md");
        assertThat(first.header("ETag")).contains('"' + first.text("etag") + '"');
        put("{'content':'two'}").is(200);
        assertThat(desk.get(GUIDE).is(200).text("content")).isEqualTo("two");
        assertThat(desk.get(GUIDE + "?version=1").is(200).json()).isEqualTo(first.json());
        desk.get(GUIDE + "?version=3").refuses(404, "not_found");
        desk.get(GUIDE + "?version=x").refuses(400, "validation_error");
        putAt(FILES + "/readme", RestDesk.ACME, "{'content':''}").is(200);
        assertThat(desk.get(FILES).is(200).body())
                .contains("\"guides/style.md\"", "\"readme\"")
                .doesNotContain("\"content\"");
        assertThat(desk.get(FILES + "?prefix=guides/").is(200).body()).doesNotContain("readme");
    }

    @Test
    void aWriteOverAnotherVersionIsAConflict() {
        put("{'content':'one'}", "If-Match", "\"1-000000000000\"").refuses(409, "workspace_conflict");
        String etag = put("{'content':'one'}").is(200).text("etag");
        put("{'content':'two'}", "If-Match", '"' + etag + '"').is(200);
        assertThat(put("{'content':'three'}", "If-Match", '"' + etag + '"')
                        .refuses(409, "workspace_conflict")
                        .body())
                .contains("\"currentVersion\":2");
        put("{'content':'three'}", "If-Match", "something else").refuses(409, "workspace_conflict");
        delete(RestDesk.ACME, "If-Match", etag).refuses(409, "workspace_conflict");
        assertThat(desk.get(GUIDE).text("content")).isEqualTo("two");
        put("{'content':'three'}", "If-Match", "*").is(200);
    }

    @Test
    void whatIsDeletedIsGone() {
        put("{'content':'one'}").is(200);
        delete(RestDesk.ACME).is(204);
        desk.get(GUIDE).refuses(404, "not_found");
        delete(RestDesk.ACME).refuses(404, "not_found");
        assertThat(desk.get(GUIDE + "?version=1").is(200).text("content")).isEqualTo("one");
        assertThat(put("{'content':'two'}").is(200).json().get("version")).hasToString("3");
    }

    @Test
    void noOtherTenantSeesIt() {
        put("{'content':'one'}").is(200);
        desk.get(GUIDE, RestDesk.GLOBEX).refuses(404, "not_found");
        assertThat(desk.get(FILES, RestDesk.GLOBEX).is(200).body()).isEqualTo("{\"files\":[]}");
        delete(RestDesk.GLOBEX).refuses(404, "not_found");
        desk.key("wbk_reader", "acme", EnumSet.of(Scope.WORKSPACE_READ));
        desk.get(GUIDE, "wbk_reader").is(200);
        putAt(GUIDE, "wbk_reader", "{'content':'two'}").refuses(403, "forbidden");
        delete("wbk_reader").refuses(403, "forbidden");
    }

    @Test
    void aRunSeesTheFilesAsTheyWereWhenItStarted() {
        String without = desk.start("noop");
        put("{'content':'one'}").is(200);
        String with = desk.start("noop");
        desk.until(with, "completed");
        put("{'content':'two'}").is(200);
        putAt(FILES + "/later", RestDesk.ACME, "{'content':'x'}").is(200);
        String replay = desk.post("/v1/runs/" + with + ":fork", "{'mode':'replay'}")
                .is(201)
                .text("runId");
        assertThat(desk.get("/v1/runs/" + without).json().get("workspace")).hasToString("[]");
        for (String run : new String[] {with, replay}) {
            assertThat(String.valueOf(desk.get("/v1/runs/" + run).json().get("workspace")))
                    .contains("\"path\":\"guides/style.md\"", "\"version\":1")
                    .doesNotContain("later", "\"content\"");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"..%2Fx", "a%2F..%2Fb", "%2Fetc", "a%20b", "-x", ".x", "a%2F%2Fb"})
    void aPathThatIsNoneIsRefused(String path) {
        assertThat(putAt(FILES + "/" + path, RestDesk.ACME, "{'content':'x'}").status())
                .isBetween(400, 404);
        assertThat(desk.get(FILES).is(200).body()).isEqualTo("{\"files\":[]}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{'content':7}", "{'content':null}", "{'content':'x','contentType':7}"})
    void whatIsNoFileIsRefused(String body) {
        put(body).refuses(400, "validation_error");
    }
}

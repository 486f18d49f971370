package dev.waybill.doors.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// The OpenAPI document and the routes say the same. What is answered is held against it in every test; see [RestDesk].
class OpenApiTest {

    private final RestDesk desk = new RestDesk();
    private final JsonObject document = desk.get("/v1/openapi.json", "").is(200).json();
    private final JsonObject paths = document.object("paths").orElseThrow();

    @AfterEach
    void close() {
        desk.close();
    }

    @Test
    void everyRouteIsInTheDocument() {
        assertThat(document.string("openapi"))
                .hasValueSatisfying(version -> assertThat(version).startsWith("3.1"));
        for (Route route : desk.table().routes()) {
            JsonObject operation = paths.object(route.firstPath())
                    .flatMap(path -> path.object(route.method().toLowerCase(Locale.ROOT)))
                    .orElseThrow(() -> new AssertionError(route.operation()));
            assertThat(operation.string("operationId")).contains(route.operation());
            assertThat(operation.object("responses").orElseThrow().names())
                    .containsExactlyElementsOf(
                            Stream.concat(route.statuses().stream().map(String::valueOf), Stream.of("default"))
                                    .toList());
            assertThat(route.statuses()).isNotEmpty();
        }
    }

    /// Without a key, what needs one says so, in its envelope; what is not there says that.
    @Test
    void everythingInTheDocumentIsServed() {
        List<String> served = new ArrayList<>();
        paths.members()
                .forEach((path, methods) -> methods.asObject()
                        .orElseThrow()
                        .names()
                        .forEach(method -> {
                            Reply reply = desk.send(desk.request(path.replaceAll("\\{[^}]*}", "x"), "")
                                    .method(
                                            method.toUpperCase(Locale.ROOT),
                                            java.net.http.HttpRequest.BodyPublishers.noBody())
                                    .build());
                            boolean open = methods.asObject()
                                            .orElseThrow()
                                            .object(method)
                                            .orElseThrow()
                                            .array("security")
                                            .orElseThrow()
                                            .size()
                                    == 0;
                            if (open) {
                                assertThat(reply.status()).as(path).isNotIn(401, 405);
                                assertThat(reply.body()).as(path).doesNotContain("\"not_found\"");
                            } else {
                                reply.refuses(401, "unauthenticated");
                            }
                            served.add(path);
                        }));
        assertThat(served).hasSameSizeAs(desk.table().routes());
        desk.get("/v1/nothing").refuses(404, "not_found");
    }

    @Test
    void everySchemaThatIsNamedIsThere() {
        JsonObject schemas =
                document.object("components").orElseThrow().object("schemas").orElseThrow();
        List<String> named = Pattern.compile("#/components/schemas/(\\w+)")
                .matcher(document.toString())
                .results()
                .map((MatchResult found) -> found.group(1))
                .distinct()
                .toList();
        assertThat(schemas.names()).containsAll(named);
    }
}

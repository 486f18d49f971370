package dev.waybill.doors.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.waybill.journal.store.Scope;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PathTemplateTest {

    private final RouteTable table = new RouteTable(
            List.of(route("GET", "/runs/{runId}"), route("POST", "/runs/{runId}:fork"), route("GET", "/files/{path}")));

    private static Route route(String method, String path) {
        return (method.equals("GET")
                        ? Route.get(path, path, Scope.RUNS_READ, "")
                        : Route.post(path, path, Scope.RUNS_READ, ""))
                .by(_ -> Answer.empty(204));
    }

    private Optional<RouteTable.Found> find(String method, String path) {
        return table.find(method, PathTemplate.decoded(path));
    }

    @Test
    void aVerbBehindANameIsNoPartOfIt() {
        assertThat(find("POST", "/runs/r1:fork").orElseThrow().values()).containsEntry("runId", "r1");
        assertThat(find("POST", "/runs/r1%3Afork").orElseThrow().values()).containsEntry("runId", "r1");
        assertThat(find("GET", "/runs/r1:other").orElseThrow().values()).containsEntry("runId", "r1:other");
        assertThatExceptionOfType(RestRefusal.class)
                .isThrownBy(() -> find("GET", "/runs/r1:fork"))
                .satisfies(refusal -> assertThat(refusal.status()).isEqualTo(405));
    }

    @Test
    void anEncodedSlashPartsNothing() {
        assertThat(find("GET", "/files/a%2Fb").orElseThrow().values()).containsEntry("path", "a/b");
        assertThat(find("GET", "/files/a+b").orElseThrow().values()).containsEntry("path", "a+b");
        assertThat(find("GET", "/files/a/b")).isEmpty();
        assertThat(find("GET", "/files/")).isEmpty();
    }

    @Test
    void aWrongEncodingIsRefused() {
        assertThatExceptionOfType(RestRefusal.class).isThrownBy(() -> find("GET", "/files/%zz"));
    }
}

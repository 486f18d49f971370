package dev.waybill.doors.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.journal.store.Scope;
import dev.waybill.testkit.Interop;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// `docs/rest.md` lists the operations that there are.
class RestPageTest {

    private static final Pattern ROW = Pattern.compile(
            "^\\| `(\\w+)` \\| `(\\w+ \\S+)` \\| (\\S+?(?:, \\S+?)?)(: [^|]+)? \\|$", Pattern.MULTILINE);

    @Test
    void everyOperationIsOnThePageAndNoOther() throws IOException {
        String page = Files.readString(Interop.projectRoot().resolve("docs/rest.md"));
        List<String> listed = ROW.matcher(page)
                .results()
                .map(row -> row.group(1) + " " + row.group(2) + " " + row.group(3))
                .toList();
        try (RestDesk desk = new RestDesk()) {
            assertThat(listed)
                    .containsExactlyInAnyOrderElementsOf(desk.table().routes().stream()
                            .map(RestPageTest::row)
                            .toList());
        }
    }

    private static String row(Route route) {
        String scope = route.isOpen()
                ? "none"
                : route.scopes().stream().map(Scope::wire).collect(Collectors.joining(", "));
        return "%s %s %s %s".formatted(route.operation(), route.method(), route.firstPath(), scope);
    }
}

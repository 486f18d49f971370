package dev.waybill.app.openwop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.testkit.Interop;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// `docs/conformance/openwop.md` lists every fixture of OpenWOP's suite, and a host does with each what the page says.
class FixturesPageInteropTest {

    private static final Pattern RUN = Pattern.compile(
            "^\\| `([\\w-]+)` \\| (?:`(\\{.*?})`)? *\\| `([\\w-]+)`(?:, `(\\w+)`)? \\| `\\w+#\\w+` \\|$",
            Pattern.MULTILINE);
    private static final Pattern REFUSED =
            Pattern.compile("^\\| `([\\w-]+)` \\| `([^`]+)` \\| [^|]+ \\|$", Pattern.MULTILINE);
    private static final List<String> ENDS = List.of("completed", "failed", "cancelled");

    private final JudgedHost host = JudgedHost.shared();

    private static List<MatchResult> rows(Pattern pattern) throws IOException {
        Path page = Interop.projectRoot().resolve("docs/conformance/openwop.md");
        return pattern.matcher(Files.readString(page)).results().toList();
    }

    private static List<String> ids(List<MatchResult> rows) {
        return rows.stream().map(row -> row.group(1)).toList();
    }

    @Test
    void everyFixtureHasOneRowAndNoOtherHas() throws IOException {
        List<String> listed = new ArrayList<>(ids(rows(RUN)));
        listed.addAll(ids(rows(REFUSED)));
        try (Stream<Path> files = Files.list(Interop.path("openwop/fixtures"))) {
            assertThat(listed)
                    .containsExactlyInAnyOrderElementsOf(
                            files.map(file -> file.getFileName().toString().replace(".json", ""))
                                    .toList());
        }
    }

    @Test
    void discoveryOffersWhatThePageCallsRunAndNothingThatItCallsRefused() throws IOException {
        List<JsonValue> offered = host.get("/.well-known/openwop")
                .json()
                .array("fixtures")
                .orElseThrow()
                .items();
        assertThat(offered.stream().map(id -> id.asString().orElseThrow()).toList())
                .containsAll(ids(rows(RUN)))
                .doesNotContainAnyElementsOf(ids(rows(REFUSED)));
    }

    @TestFactory
    Stream<DynamicTest> everyFixtureDoesWhatThePageSays() throws IOException {
        return Stream.concat(
                rows(RUN).stream().map(row -> DynamicTest.dynamicTest(row.group(1), () -> runs(row))),
                rows(REFUSED).stream().map(row -> DynamicTest.dynamicTest(row.group(1), () -> isRefused(row))));
    }

    private void runs(MatchResult row) {
        JsonObject body = row.group(2) == null ? JsonObject.EMPTY : JudgedHost.object(row.group(2));
        JsonObject named = body.with("workflowId", new JsonString(row.group(1)));
        String run = host.post("/v1/runs", named.toString()).is(201).text("runId");
        JsonObject snapshot = host.until(run, row.group(3));
        if (row.group(4) != null) {
            assertThat(snapshot.object("error").orElseThrow().string("code")).contains(row.group(4));
        }
        if (!ENDS.contains(row.group(3))) {
            host.post("/v1/runs/" + run + "/cancel", "{}").is(200);
            host.until(run, "cancelled");
        }
        assertThat(host.log(run).types()).first().isEqualTo("run.started");
    }

    private void isRefused(MatchResult row) {
        JudgedHost.Reply reply =
                host.post("/v1/runs", "{'workflowId':'" + row.group(1) + "'}").is(400);
        assertThat(reply.text("error")).isIn("capability_required", "validation_error");
        assertThat(reply.text("message")).contains(row.group(2));
    }
}

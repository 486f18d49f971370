package dev.waybill.doors.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.doors.rest.api.Claim;
import dev.waybill.doors.rest.api.Claims;
import dev.waybill.testkit.Interop;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// What a host says of itself is true, and everybody may read it.
class DiscoveryTest {

    /// What is said about the host and promises nothing.
    private static final List<String> FACTS = List.of(
            "protocolVersion",
            "protocolVersions",
            "preferredVersion",
            "implementation",
            "schemaVersions",
            "supportedTransports",
            "limits.schemaRounds",
            "limits.envelopesPerTurn",
            "fixtures");

    private final RestDesk desk = new RestDesk().knows("conformance-noop", "core.noop", "");

    @AfterEach
    void close() {
        desk.close();
    }

    private JsonObject document() {
        return desk.get("/.well-known/openwop", "").is(200).json();
    }

    /// A flag without a test, or with one that is not there, is a promise that nobody keeps.
    @Test
    void everyFlagNamesATestThatIsThere() throws IOException {
        List<String> unproven = new ArrayList<>();
        List<Claim> all = new ArrayList<>(desk.claims());
        all.addAll(Claims.ofSome());
        for (Claim claim : all) {
            String[] named = claim.proof().split("#", -1);
            if (named.length != 2 || !isThere(named[0], named[1])) {
                unproven.add(claim.toString());
            }
        }
        assertThat(unproven).isEmpty();
    }

    private static boolean isThere(String type, String method) throws IOException {
        Pattern declared = Pattern.compile("^    (void|Stream<DynamicTest>) " + method + "\\(", Pattern.MULTILINE);
        try (Stream<Path> files = Files.walk(Interop.projectRoot())) {
            for (Path file : files.filter(it -> it.endsWith(type + ".java")).toList()) {
                if (declared.matcher(Files.readString(file)).find()) {
                    return true;
                }
            }
        }
        return false;
    }

    @Test
    void nothingIsSaidThatIsNoClaim() {
        List<String> said = new ArrayList<>();
        leaves("", document().without("capabilities"), said);
        List<String> known = new ArrayList<>(FACTS);
        desk.claims().forEach(claim -> known.add(claim.flag()));
        assertThat(said)
                .allSatisfy(
                        leaf -> assertThat(known).anyMatch(flag -> leaf.equals(flag) || leaf.startsWith(flag + ".")));
    }

    private static void leaves(String path, JsonValue value, List<String> found) {
        if (value instanceof JsonObject object && !object.isEmpty()) {
            object.members()
                    .forEach((name, member) -> leaves(path.isEmpty() ? name : path + "." + name, member, found));
        } else {
            found.add(path);
        }
    }

    @Test
    void familiesStandAtTheRootAndInTheMirror() {
        JsonObject document = document();
        JsonObject mirror = document.object("capabilities").orElseThrow();
        assertThat(mirror.names()).contains("replay", "runs").doesNotContain("limits", "fixtures");
        mirror.members()
                .forEach((family, value) -> assertThat(document.get(family)).isEqualTo(value));
        assertThat(document.array("fixtures").orElseThrow().toString()).isEqualTo("[\"conformance-noop\"]");
    }

    @Test
    void whoHasTheDocumentAlreadyIsToldSo() {
        Reply first = desk.get("/.well-known/openwop", "").is(200);
        assertThat(first.header("Cache-Control")).contains("public, max-age=300");
        Reply again = desk.send(desk.request("/.well-known/openwop", "")
                .header("If-None-Match", first.header("ETag").orElseThrow())
                .GET()
                .build());
        assertThat(again.is(304).body()).isEmpty();
        desk.send(desk.request("/.well-known/openwop", "")
                        .header("OpenWOP-Version", "7")
                        .GET()
                        .build())
                .refuses(406, "protocol_version_unsupported");
        assertThat(desk.get("/.well-known/jwks.json", "").is(200).json().has("keys"))
                .isTrue();
    }
}

package dev.waybill.app.command.guided;

import static dev.waybill.app.command.guided.GuidedDesk.objects;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.base.json.JsonObject;
import dev.waybill.doors.http.ApiKeyGate;
import dev.waybill.doors.http.Credentials;
import dev.waybill.doors.http.Gatekeeper.Admission;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.Scope;
import dev.waybill.runtime.Caller;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `waybill apikeys`: judged by the gate that a server has.
class ApiKeysCommandTest {

    @TempDir
    Path folder;

    private GuidedDesk desk;

    @BeforeEach
    void sitDown() {
        desk = new GuidedDesk(folder);
    }

    @Test
    void aNewKeyOpensTheGateForItsTenant() {
        JsonObject made = made("--tenant", "acme", "--label", "build server");

        assertThat(caller(made).tenant()).isEqualTo("acme");
        assertThat(caller(made()).tenant()).isEqualTo("local");
        assertThat(desk.ask(ExitCode.YES, "apikeys", "list").out())
                .contains(text(made, "id"), "acme", "build server", "never", "valid");
    }

    @Test
    void aKeyHasTheScopesThatItIsGivenAndKeepsThemWhenItIsRotated() {
        JsonObject reader = made("--scope", "runs:read", "--scope", "manifest:read");
        JsonObject next = desk.ask(ExitCode.YES, "apikeys", "rotate", text(reader, "id"), "--json")
                .json();

        assertThat(caller(reader).scopes()).containsExactly(Scope.MANIFEST_READ, Scope.RUNS_READ);
        assertThat(caller(next).scopes()).containsExactly(Scope.MANIFEST_READ, Scope.RUNS_READ);
        assertThat(caller(next).principal()).isEqualTo(text(next, "id"));
        assertThat(caller(made()).scopes()).isEqualTo(Scope.ALL);
        assertThat(desk.ask(ExitCode.YES, "apikeys", "list", "--json").out())
                .contains("\"scopes\":[\"manifest:read\",\"runs:read\"]");
        assertThat(desk.ask(ExitCode.USAGE, "apikeys", "new", "--scope", "runs:write")
                        .err())
                .contains("runs:write", "runs:cancel");
    }

    @Test
    void theKeyIsShownOnceAndStoredNowhere() throws IOException {
        String key = text(made(), "apiKey");

        assertThat(desk.ask(ExitCode.YES, "apikeys", "list").out()).doesNotContain(key);
        assertThat(desk.ask(ExitCode.YES, "apikeys", "list", "--json").out()).doesNotContain(key);
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertThat(Files.readString(file, StandardCharsets.ISO_8859_1)).doesNotContain(key);
            }
        }
    }

    @Test
    void aKeyEndsWhenItsDaysAreOver() {
        JsonObject made = made("--expires", "2");

        desk.pass(Duration.ofHours(47));
        assertThat(admission(made)).isInstanceOf(Admission.Admitted.class);
        desk.pass(Duration.ofHours(1));
        assertThat(admission(made)).isInstanceOf(Admission.Refused.class);
        assertThat(desk.ask(ExitCode.YES, "apikeys", "list").out()).contains("ended");
    }

    @Test
    void aRotatedKeyAndItsSuccessorAreBothGoodForAWhile() {
        JsonObject old = made("--tenant", "acme", "--label", "build server");
        JsonObject next = desk.ask(ExitCode.YES, "apikeys", "rotate", text(old, "id"), "--overlap", "2", "--json")
                .json();

        assertThat(next.string("replaces")).isEqualTo(old.string("id"));
        assertThat(next.string("label")).contains("build server");
        assertThat(caller(old).tenant()).isEqualTo("acme");
        assertThat(caller(next).tenant()).isEqualTo("acme");
        desk.pass(Duration.ofHours(2));
        assertThat(admission(old)).isInstanceOf(Admission.Refused.class);
        assertThat(caller(next).tenant()).isEqualTo("acme");
    }

    @Test
    void aSuccessorLivesAsLongAsItsPredecessorWasGiven() {
        JsonObject old = made("--expires", "10");
        desk.pass(Duration.ofDays(9));
        JsonObject next = desk.ask(ExitCode.YES, "apikeys", "rotate", text(old, "id"), "--json")
                .json();

        desk.pass(Duration.ofDays(9));
        assertThat(admission(next)).isInstanceOf(Admission.Admitted.class);
        desk.pass(Duration.ofDays(1));
        assertThat(admission(next)).isInstanceOf(Admission.Refused.class);
    }

    @Test
    void rotationNeverProlongsTheOldKey() {
        JsonObject old = made("--expires", "1");
        desk.ask(ExitCode.YES, "apikeys", "rotate", text(old, "id"), "--overlap", "100");

        desk.pass(Duration.ofDays(1));
        assertThat(admission(old)).isInstanceOf(Admission.Refused.class);
    }

    @Test
    void aRevokedKeyIsRefusedAtOnceAndCannotBeRotated() {
        JsonObject made = made();
        String beginning = text(made, "id").substring(0, 10);

        assertThat(desk.ask(ExitCode.YES, "apikeys", "revoke", beginning).out()).contains(text(made, "id"));

        assertThat(admission(made)).isInstanceOf(Admission.Refused.class);
        assertThat(desk.ask(ExitCode.NO, "apikeys", "rotate", beginning).err()).contains("apikeys new");
    }

    @Test
    void anUnknownOrAmbiguousIdIsANo() {
        assertThat(desk.ask(ExitCode.USAGE, "apikeys", "list").err()).contains("is not a store");
        List.of(1, 2).forEach(_ -> made());

        assertThat(desk.ask(ExitCode.NO, "apikeys", "revoke", "key_none").err()).contains("apikeys list");
        assertThat(desk.ask(ExitCode.NO, "apikeys", "revoke", "key_").err()).contains("more of the id");
        assertThat(objects(desk.ask(ExitCode.YES, "apikeys", "list", "--json").json(), "apiKeys"))
                .hasSize(2);
    }

    @Test
    void numbersOutOfRangeAreWrongUsage() {
        desk.ask(ExitCode.USAGE, "apikeys", "new", "--expires", "0");
        desk.ask(ExitCode.USAGE, "apikeys", "new", "--tenant", " ");
        desk.ask(ExitCode.USAGE, "apikeys", "rotate", "key_", "--overlap", "-1");
    }

    private JsonObject made(String... options) {
        String[] words = new String[options.length + 3];
        words[0] = "apikeys";
        words[1] = "new";
        words[2] = "--json";
        System.arraycopy(options, 0, words, 3, options.length);
        return desk.ask(ExitCode.YES, words).json();
    }

    private Admission admission(JsonObject key) {
        try (RunStore store = desk.store()) {
            return new ApiKeyGate(store, desk).admit(Credentials.bearer("Bearer " + text(key, "apiKey")));
        }
    }

    private Caller caller(JsonObject key) {
        return admission(key) instanceof Admission.Admitted(var caller) ? caller : fail("not admitted: " + key);
    }

    private static String text(JsonObject json, String name) {
        return json.string(name).orElseThrow();
    }
}

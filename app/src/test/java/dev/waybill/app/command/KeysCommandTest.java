package dev.waybill.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.house.Asked;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class KeysCommandTest {

    @TempDir
    Path folder;

    @Test
    void aNewKeyIsNeverMadeOverAnOldOne() {
        Desk desk = Desk.withKeys(folder);
        Asked asked = desk.ask("keys", "new");
        assertThat(asked.code()).isEqualTo(ExitCode.NO);
        assertThat(asked.err()).contains("keys rotate");
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void onlyTheOwnerMayReadAKeyFile() throws IOException {
        Desk desk = new Desk(folder);
        desk.yes("keys", "new", "--out", desk.path("key.jwk"));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("key.jwk"))))
                .isEqualTo("rw-------");
        assertThat(desk.ask("keys", "new", "--out", desk.path("key.jwk")).code())
                .isEqualTo(ExitCode.NO);
    }

    @Test
    void theNextCommandShowsTheKeyThatWasJustMade() {
        Desk desk = new Desk(folder);
        String path = desk.path("key.jwk");
        assertThat(desk.yes("keys", "new", "--out", path).out()).contains("waybill keys show " + path + " --jwks");
        assertThat(desk.yes("keys", "new").out()).contains("waybill keys show --jwks");
    }

    @Test
    void showNeverShowsASecret() {
        Desk desk = new Desk(folder);
        desk.yes("keys", "new", "--out", desk.path("key.jwk"));
        assertThat(desk.text("key.jwk")).contains("\"d\"");
        for (String option : new String[] {"--jwks", "--json"}) {
            assertThat(desk.yes("keys", "show", desk.path("key.jwk"), option).out())
                    .contains("\"x\"")
                    .doesNotContain("\"d\"");
        }
    }

    @Test
    void aRotatedKeyStillVerifiesWhatItSigned() {
        Desk desk = Desk.withKeys(folder);
        String old = desk.receipt("old.jws", Desk.ROOT);
        assertThat(desk.yes("keys", "rotate", "--overlap", "0").out()).startsWith("new key  ");
        String fresh = desk.receipt("new.jws", Desk.CHILD);
        desk.file("jwks.json", desk.yes("keys", "show", "--jwks").out());
        desk.yes("receipt", "verify", old, "--jwks", desk.jwks());
        desk.yes("receipt", "verify", fresh, "--jwks", desk.jwks());
        assertThat(desk.yes("keys", "show").out()).hasLineCount(3).contains("still in use");
    }

    @Test
    void publishedKeysNameWhomTheySignFor() {
        Desk desk = Desk.withKeys(folder);
        assertThat(desk.text("jwks.json")).contains("\"issuer\": \"https://k-");
        String own = desk.receipt("own.jws", Desk.ROOT);
        assertThat(desk.yes("receipt", "verify", own, "--jwks", desk.jwks()).out())
                .doesNotContain("not verified");
        String forged = desk.receipt("forged.jws", Desk.ROOT, "--issuer", "https://bank.example");
        Asked asked = desk.ask("receipt", "verify", forged, "--jwks", desk.jwks());
        assertThat(asked.code()).isEqualTo(ExitCode.NO);
        assertThat(asked.out()).contains("E_KEY_NOT_FOUND", "the key of that name here is another issuer's");
        desk.yes("keys", "new", "--out", desk.path("key.jwk"));
        desk.file(
                "plain.json",
                desk.yes("keys", "show", desk.path("key.jwk"), "--jwks").out());
        String plain =
                desk.receipt("plain.jws", Desk.ROOT, "--key", desk.path("key.jwk"), "--issuer", "https://bank.example");
        assertThat(desk.yes("receipt", "verify", plain, "--jwks", desk.path("plain.json"))
                        .out())
                .contains("issuer not verified");
        assertThat(desk.yes("verify", plain, "--jwks", desk.path("plain.json")).out())
                .contains("signature valid, issuer not verified", "ISSUER_NOT_VERIFIED")
                .doesNotContain("key from you");
        assertThat(desk.yes("verify", plain, "--jwks", "https://bank.example=" + desk.path("plain.json"))
                        .out())
                .contains("key from you")
                .doesNotContain("ISSUER_NOT_VERIFIED");
    }

    @Test
    void whatARevokedKeySignedIsNotValidAndAnotherKeyGoesOn() {
        Desk desk = Desk.withKeys(folder);
        String old = desk.receipt("old.jws", Desk.ROOT, "--now", "1700000000");
        desk.yes("receipt", "verify", old, "--jwks", desk.jwks());
        String kid = desk.yes("keys", "show").out().lines().toList().getLast().split(" ", -1)[0];
        assertThat(desk.ask("keys", "revoke").err()).contains("needs the name of a key");
        assertThat(desk.yes("keys", "revoke", kid, "--reason", "key_compromise").out())
                .contains("revoked  " + kid, "new key  ", "waybill keys show --jwks");
        desk.file("jwks.json", desk.yes("keys", "show", "--jwks").out());
        assertThat(desk.text("jwks.json")).contains("\"revoked_keys\"", "\"key_compromise\"");
        Asked asked = desk.ask("receipt", "verify", old, "--jwks", desk.jwks());
        assertThat(asked.out()).contains("E_KEY_REVOKED", "no anchor shows").doesNotContain("expired");
        assertThat(desk.ask("verify", old, "--jwks", desk.jwks()).code()).isEqualTo(ExitCode.TAMPERED);
        String fresh = desk.receipt("new.jws", Desk.CHILD);
        desk.yes("receipt", "verify", fresh, "--jwks", desk.jwks());
        assertThat(desk.yes("keys", "show").out()).contains("revoked ", "key_compromise", "still in use");
    }

    @Test
    void aKeyInAFileIsRevokedThere() {
        Desk desk = new Desk(folder);
        String key = desk.path("key.jwk");
        desk.yes("keys", "new", "--out", key);
        desk.yes("keys", "revoke", "--in", key, "--at", "2026-02-28T12:00:00Z", "--reason", "superseded");
        assertThat(desk.yes("keys", "show", key, "--jwks").out())
                .contains("\"keys\": []", "\"2026-02-28T12:00:00Z\"", "\"superseded\"");
        assertThat(desk.reading(Desk.ROOT, "receipt", "issue", "--key", key).err())
                .contains("may not sign at");
        assertThat(desk.ask("keys", "revoke", "--in", key, "--at", "2999-01-01T00:00:00Z")
                        .err())
                .contains("keys rotate --overlap");
    }

    @Test
    void withoutAKeyTheUserLearnsHowToMakeOne() {
        for (String[] words : new String[][] {{"keys", "show"}, {"keys", "rotate"}, {"receipt", "issue"}}) {
            Asked asked = new Desk(folder).reading(Desk.ROOT, words);
            assertThat(asked.code()).isEqualTo(ExitCode.NO);
            assertThat(asked.err()).contains("waybill keys new");
        }
    }
}

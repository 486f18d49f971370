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
    void withoutAKeyTheUserLearnsHowToMakeOne() {
        for (String[] words : new String[][] {{"keys", "show"}, {"keys", "rotate"}, {"receipt", "issue"}}) {
            Asked asked = new Desk(folder).reading(Desk.ROOT, words);
            assertThat(asked.code()).isEqualTo(ExitCode.NO);
            assertThat(asked.err()).contains("waybill keys new");
        }
    }
}

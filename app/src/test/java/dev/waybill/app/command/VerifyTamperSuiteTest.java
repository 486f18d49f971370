package dev.waybill.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.house.Asked;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.testkit.Interop;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// Every attack of `specs/tamper`, put to `waybill verify` as its README says.
class VerifyTamperSuiteTest {

    private static final Path SUITE = Interop.projectRoot().resolve("specs/tamper");

    @TestFactory
    Stream<DynamicTest> everyAttackIsAnsweredWithItsVerdictAndItsSentences() throws IOException {
        try (Stream<Path> files = Files.walk(SUITE)) {
            List<Path> attacks =
                    files.filter(file -> file.endsWith("attack.json")).sorted().toList();
            return attacks.stream()
                    .map(file -> DynamicTest.dynamicTest(SUITE.relativize(file).toString(), () -> judge(file)));
        }
    }

    private static void judge(Path file) throws IOException {
        JsonObject attack = JsonReader.readObject(Files.readAllBytes(file), JsonLimits.DOCUMENT);
        for (JsonValue value : attack.array("judgements").orElseThrow()) {
            JsonObject expected = value.asObject().orElseThrow();
            Asked asked = Asked.waybill(words(file, attack, expected));
            assertThat(asked.code().number())
                    .as(asked.out() + asked.err())
                    .isEqualTo(Integer.parseInt(String.valueOf(expected.get("exit_code"))));
            assertThat(asked.out().lines().findFirst().orElse(""))
                    .endsWith(text(expected, "verdict").toUpperCase(Locale.ROOT) + "  " + text(expected, "headline"));
            for (JsonValue finding : expected.array("findings").orElseThrow()) {
                JsonObject told = finding.asObject().orElseThrow();
                assertThat(asked.out())
                        .contains("\n" + text(told, "severity") + " " + text(told, "code"))
                        .contains("\n  " + text(told, "message"));
            }
        }
    }

    private static String[] words(Path file, JsonObject attack, JsonObject judgement) {
        List<String> words = new ArrayList<>(List.of("verify", sibling(file, text(attack, "evidence"))));
        words.addAll(List.of("--now", String.valueOf(attack.get("now"))));
        judgement.string("keys").ifPresent(keys -> words.addAll(List.of("--jwks", sibling(file, keys))));
        judgement
                .array("keys")
                .ifPresent(several -> several.items()
                        .forEach(keys -> words.addAll(List.of("--jwks", sibling(file, ((JsonString) keys).value())))));
        judgement.string("anchors").ifPresent(anchors -> words.addAll(List.of("--anchor", sibling(file, anchors))));
        if (judgement.get("require_complete") == JsonBool.TRUE) {
            words.add("--require-complete");
        }
        return words.toArray(String[]::new);
    }

    private static String sibling(Path file, String name) {
        return file.resolveSibling(name).normalize().toString();
    }

    private static String text(JsonObject json, String member) {
        return json.string(member).orElseThrow();
    }
}

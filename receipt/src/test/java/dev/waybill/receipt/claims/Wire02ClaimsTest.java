package dev.waybill.receipt.claims;

import static dev.waybill.receipt.claims.Claims.object;
import static dev.waybill.receipt.claims.Claims.rejection;
import static dev.waybill.receipt.claims.Claims.wire02;
import static dev.waybill.receipt.claims.Claims.wire02With;
import static dev.waybill.receipt.claims.Claims.wire02WithGroup;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonObject;
import dev.waybill.receipt.code.Code;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class Wire02ClaimsTest {

    private static final Warning UNREGISTERED = new Warning("type_unregistered", "/type");

    @Test
    void theSmallestReceiptPassesAndAnUnregisteredTypeIsMentioned() {
        assertThat(Wire02Claims.check(wire02())).containsExactly(UNREGISTERED);
    }

    @Test
    void aReceiptWithEveryClaimPasses() {
        String digest = "sha256:" + "0a".repeat(32);
        JsonObject claims = wire02().with("sub", Claims.json("'agent:a'"))
                .with("pillars", Claims.json("['access','safety']"))
                .with("actor", Claims.json("{'id':'a','proof_type':'did','origin':'https://a.example'}"))
                .with("policy", Claims.json("{'digest':'" + digest + "','uri':'https://p.example/x','ours':1}"))
                .with("representation", Claims.json("{'content_hash':'" + digest + "','content_length':0}"))
                .with("occurred_at", Claims.json("'2024-03-03T21:00:00Z'"))
                .with("purpose_declared", Claims.json("'research'"));

        assertThat(Wire02Claims.check(claims)).containsExactly(UNREGISTERED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"peac_version", "kind", "type", "iss", "iat", "jti"})
    void aMissingClaimIsRefusedAndPointedAt(String claim) {
        assertThat(rejection(() -> Wire02Claims.check(wire02().without(claim))))
                .hasMessageContaining("found nothing")
                .satisfies(e -> assertThat(e.pointer()).isEqualTo("/" + claim));
    }

    @ParameterizedTest
    @ValueSource(strings = {"aud", "exp", "rid", "ext", "workflow_id"})
    void aClaimOfNoNameIsRefused(String claim) {
        var rejected = rejection(() -> Wire02Claims.check(wire02With(claim, "'x'")));

        assertThat(rejected.code()).isEqualTo(Code.E_INVALID_FORMAT);
        assertThat(rejected.pointer()).isEqualTo("/" + claim);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "peac_version | '0.3' | E_WIRE_VERSION_MISMATCH",
                "kind | 'attestation' | E_KIND_UNSUPPORTED",
                "iss | 'https://a.example/' | E_ISS_NOT_CANONICAL",
                "type | 'localhost/x' | E_INVALID_FORMAT",
                "iat | 1.5 | E_INVALID_FORMAT",
                "iat | '1' | E_INVALID_FORMAT",
                "jti | '' | E_INVALID_FORMAT",
                "sub | null | E_INVALID_FORMAT",
                "pillars | [] | E_INVALID_FORMAT",
                "pillars | ['safety','access'] | E_INVALID_FORMAT",
                "pillars | ['access','access'] | E_INVALID_FORMAT",
                "pillars | ['speed'] | E_INVALID_FORMAT",
                "actor | {'id':'a','proof_type':'did'} | E_INVALID_FORMAT",
                "actor | {'id':'a','proof_type':'oath','origin':'https://a.example'} | E_INVALID_FORMAT",
                "policy | {'digest':'sha256:00'} | E_INVALID_FORMAT",
                "representation | {'content_length':-1} | E_INVALID_FORMAT",
                "representation | {'colour':'red'} | E_INVALID_FORMAT",
                "occurred_at | 'yesterday' | E_INVALID_FORMAT",
                "extensions | [] | E_INVALID_FORMAT"
            },
            quoteCharacter = '"')
    void aClaimThatDoesNotFitIsRefusedByItsFineCode(String claim, String value, Code code) {
        assertThat(rejection(() -> Wire02Claims.check(wire02With(claim, value))).code())
                .isEqualTo(code);
    }

    @Test
    void anIdentifierOf256CharactersIsTheLongest() {
        assertThat(Wire02Claims.check(wire02With("jti", "'" + "j".repeat(256) + "'")))
                .isNotNull();
        assertThat(rejection(() -> Wire02Claims.check(wire02With("jti", "'" + "j".repeat(257) + "'")))
                        .code())
                .isEqualTo(Code.E_INVALID_FORMAT);
    }

    @Test
    void aTimeWrittenWithAnExponentIsStillAnInteger() {
        assertThat(Wire02Claims.check(wire02With("iat", "1.0e9"))).containsExactly(UNREGISTERED);
    }

    @Test
    void whichFaultIsReportedDoesNotDependOnTheOrderOfMembers() {
        var first = object("{'kind':'x','type':'y','iss':'z'}");
        var second = object("{'iss':'z','type':'y','kind':'x'}");

        assertThat(rejection(() -> Wire02Claims.check(first)).pointer())
                .isEqualTo(rejection(() -> Wire02Claims.check(second)).pointer());
    }

    @Test
    void aChallengeTellsNoTimeOfOccurrence() {
        JsonObject challenge = wire02With("kind", "'challenge'");

        assertThat(Wire02Claims.check(challenge)).containsExactly(UNREGISTERED);
        var rejected = rejection(
                () -> Wire02Claims.check(challenge.with("occurred_at", Claims.json("'2024-03-03T21:00:00Z'"))));
        assertThat(rejected.code()).isEqualTo(Code.E_OCCURRED_AT_ON_CHALLENGE);
        assertThat(rejected.pointer()).isEqualTo("/occurred_at");
    }

    @Test
    void theWorkflowGroupIsKeptWithAWarningWhateverItHolds() {
        assertThat(Wire02Claims.check(wire02WithGroup("org.peacprotocol/workflow", "{'workflow_id':'NOPE'}")))
                .containsExactly(
                        new Warning("unknown_extension_preserved", "/extensions/org.peacprotocol~1workflow"),
                        UNREGISTERED);
    }

    @Test
    void aRegisteredGroupGivesNoWarningEvenIfNobodyPrescribesItsContent() {
        assertThat(Wire02Claims.check(wire02WithGroup("org.peacprotocol/a2a-handoff", "{'anything':1}")))
                .containsExactly(UNREGISTERED);
    }

    @Test
    void aBadGroupIsPointedAtPreciselyWithTheKeyEscaped() {
        var rejected = rejection(
                () -> Wire02Claims.check(wire02WithGroup("org.peacprotocol/correlation", "{'depends_on':['a','']}")));

        assertThat(rejected.pointer()).isEqualTo("/extensions/org.peacprotocol~1correlation/depends_on/1");
        assertThat(rejected).hasMessageContaining("expected a string of 1 to 256 characters, found \"\"");
    }

    @Test
    void aKeyOutsideTheGrammarIsRefused() {
        assertThat(rejection(() -> Wire02Claims.check(wire02WithGroup("w3c/traceparent", "'x'")))
                        .pointer())
                .isEqualTo("/extensions/w3c~1traceparent");
    }

    @Test
    void aGroupMayTake64Kilobytes() {
        String key = "org.example/x";
        String largest = "'" + "a".repeat(65_534) + "'";
        String larger = "'" + "a".repeat(65_535) + "'";

        assertThat(Wire02Claims.check(wire02WithGroup(key, largest))).hasSize(2);
        assertThat(rejection(() -> Wire02Claims.check(wire02WithGroup(key, larger))))
                .hasMessageContaining("found 65537 bytes");
    }

    @Test
    void allGroupsTogetherMayTake256Kilobytes() {
        assertThat(Wire02Claims.check(fiveGroups(262_144))).hasSize(6);
        assertThat(rejection(() -> Wire02Claims.check(fiveGroups(262_145)))).hasMessageContaining("found 262145 bytes");
    }

    private static JsonObject fiveGroups(int total) {
        var groups = JsonObject.builder();
        for (int i = 0; i < 5; i++) {
            // {"org.example/0":"…", …}: two braces, four commas, and per group 16 for the name and 2 quotes.
            int rest = total - 2 - 4 - 5 * 18;
            groups.put("org.example/" + i, "a".repeat(rest / 5 + (i < rest % 5 ? 1 : 0)));
        }
        return wire02().with("extensions", groups.build());
    }

    @Test
    void theFineCodesSurfaceAsInvalidFormatAndAllOthersAsThemselves() {
        assertThat(List.of(Code.E_ISS_NOT_CANONICAL, Code.E_KIND_UNSUPPORTED, Code.E_OCCURRED_AT_ON_CHALLENGE))
                .allSatisfy(code -> assertThat(Wire02Claims.surface(code)).isEqualTo(Code.E_INVALID_FORMAT));
        assertThat(Wire02Claims.surface(Code.E_WIRE_VERSION_MISMATCH)).isEqualTo(Code.E_WIRE_VERSION_MISMATCH);
    }
}

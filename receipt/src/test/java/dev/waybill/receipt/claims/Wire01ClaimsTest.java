package dev.waybill.receipt.claims;

import static dev.waybill.receipt.claims.Claims.json;
import static dev.waybill.receipt.claims.Claims.object;
import static dev.waybill.receipt.claims.Claims.rejection;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.waybill.base.json.JsonObject;
import dev.waybill.receipt.code.Code;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class Wire01ClaimsTest {

    /// The shape of the example in section 3.5 of the specification.
    private static final JsonObject PAYMENT = object("""
            {'iss':'https://orchestrator.example.com','aud':'https://tool.example.com','iat':1706000000,
             'rid':'019abc12-def3-7890-abcd-ef1234567890','amt':500,'cur':'USD',
             'payment':{'rail':'internal','reference':'step-001'},
             'ext':{'org.peacprotocol/workflow':{'framework':'mcp'}}}""");

    private static final JsonObject ATTESTATION = object("""
            {'iss':'https://orchestrator.example.com','aud':'https://tool.example.com/run','iat':1706000000,
             'exp':2021360000,'rid':'019ABC12-DEF3-7890-ABCD-EF1234567890'}""");

    @Test
    void theExampleOfTheSpecificationPasses() {
        passes(PAYMENT);
        assertThat(Wire01Claims.isAttestation(PAYMENT)).isFalse();
    }

    @Test
    void aPaymentAsPeacsOwnSchemaWantsItPasses() {
        passes(PAYMENT.with("payment", json("""
                        {'rail':'stripe','reference':'pi_1','amount':500,'currency':'USD','asset':'USD',
                         'env':'live','evidence':[null],'metadata':{}}"""))
                .with("subject", json("{'uri':'https://s.example/x'}"))
                .with("exp", json("1706000300"))
                .with("purpose_declared", json("['train','com.example:other']"))
                .with("purpose_enforced", json("'train'"))
                .with("purpose_reason", json("'allowed'"))
                .with("ext", json("{'aipref_snapshot':{'url':'https://a.example','hash':'12345678'},'control':1}")));
    }

    @Test
    void whatOnlyTheGoldenVectorsCarryPasses() {
        passes(PAYMENT.without("payment"));
        passes(PAYMENT.with("subject", json("'https://example.com/élève'")).with("tags", json("['privacy']")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"'amount':1", "'currency':'USD'"})
    void anAmountWithoutItsCurrencyIsRefusedAndTheOtherWayRound(String half) {
        refused(PAYMENT.with("payment", json("{'rail':'r','reference':'x'," + half + "}")), "/payment");
    }

    @Test
    void anAttestationNeedsAnExpiryAndNoPayment() {
        passes(ATTESTATION);
        assertThat(Wire01Claims.isAttestation(ATTESTATION)).isTrue();
        refused(ATTESTATION.without("exp"), "/exp");
    }

    @Test
    void oneClaimOfAPaymentMakesItAPaymentThatMustBeComplete() {
        refused(ATTESTATION.with("amt", json("5")), "/cur");
        refused(ATTESTATION.with("payment", json("{'rail':'r','reference':'x'}")), "/amt");
    }

    @ParameterizedTest
    @ValueSource(strings = {"jti", "kind", "peac_version", "memo"})
    void aClaimOfNoNameIsRefusedInBothProfiles(String claim) {
        refused(PAYMENT.with(claim, json("'x'")), "/" + claim);
        refused(ATTESTATION.with(claim, json("'x'")), "/" + claim);
    }

    @Test
    void theProfilesDoNotLendEachOtherTheirSubjects() {
        refused(PAYMENT.with("sub", json("'x'")), "/sub");
        refused(ATTESTATION.with("subject", json("{'uri':'https://s.example'}")), "/subject");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "iss | 'http://a.example' | /iss",
                "aud | 'tool' | /aud",
                "iat | -1 | /iat",
                "rid | '019abc12-def3-4890-abcd-ef1234567890' | /rid",
                "rid | '019abc12-def3-7890-cbcd-ef1234567890' | /rid",
                "amt | 0.5 | /amt",
                "cur | 'usd' | /cur",
                "payment | {'rail':'','reference':'x'} | /payment/rail",
                "payment | {'rail':'r','reference':'x','fee':1} | /payment/fee",
                "subject | 'urn:x' | /subject",
                "tags | [1] | /tags/0",
                "ext | [] | /ext",
                "ext | {'aipref_snapshot':{'url':'https://a.example','hash':'1234567'}} | /ext/aipref_snapshot/hash",
                "purpose_enforced | 'crawl' | /purpose_enforced"
            })
    void aClaimThatDoesNotFitIsRefusedAndPointedAt(String claim, String value, String pointer) {
        refused(PAYMENT.with(claim, json(value)), pointer);
    }

    private static void passes(JsonObject claims) {
        assertThatCode(() -> Wire01Claims.check(claims)).doesNotThrowAnyException();
    }

    private static void refused(JsonObject claims, String pointer) {
        var rejected = rejection(() -> Wire01Claims.check(claims));
        assertThat(rejected.code()).isEqualTo(Code.E_INVALID_FORMAT);
        assertThat(rejected.pointer()).isEqualTo(pointer);
    }
}

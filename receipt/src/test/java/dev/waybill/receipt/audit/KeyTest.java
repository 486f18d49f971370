package dev.waybill.receipt.audit;

import static dev.waybill.receipt.audit.Audits.audit;
import static dev.waybill.receipt.audit.Audits.findings;
import static dev.waybill.receipt.audit.Audits.only;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.ReceiptDraft;
import dev.waybill.receipt.ReceiptIssuer;
import dev.waybill.receipt.jws.Wire;
import dev.waybill.receipt.key.KeySet;
import dev.waybill.receipt.key.SigningKey;
import dev.waybill.receipt.key.VerificationKey;
import dev.waybill.receipt.workflow.WorkflowContext;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class KeyTest {

    private static History twoIssuers() {
        return History.of("run")
                .step("a")
                .by("worker")
                .step("b", "a")
                .by("orchestrator")
                .step("c", "b");
    }

    private static Receipt signed(ReceiptIssuer issuer) {
        return issuer.issue(
                ReceiptDraft.builder(History.of("signed").after(9_995).nextId(), Keys.NOW - 5)
                        .workflow(WorkflowContext.builder(History.workflow("run"), History.stepId("a"))
                                .build())
                        .build());
    }

    @Test
    void eachIssuersReceiptsNeedItsOwnKey() {
        AuditReport report = audit(twoIssuers().withSummary());
        assertThat(report.findings()).isEmpty();
        assertThat(report.keys())
                .extracting(use -> use.issuer() + " " + use.key().kid() + " " + use.receipts())
                .containsExactly(
                        "https://orchestrator.example.com key-of-orchestrator 3",
                        "https://worker.example.com key-of-worker 1");
    }

    @Test
    void aKeyOfOneIssuerNeverSignsForAnother() {
        var forger = new ReceiptIssuer(Keys.key("worker"), Wire.V0_1, Keys.url("orchestrator"));
        AuditReport report = audit(List.of(signed(forger).compact()));
        assertThat(report.verdict()).isEqualTo(Verdict.INCOMPLETE);
        assertThat(findings(report)).containsExactly("E_KEY_NOT_FOUND gap");
        assertThat(report.counts().invalid()).isEqualTo(1);
    }

    @Test
    void keysThatDoNotFitAreAGapHoweverManyThereAre() {
        List<String> receipts = History.of("run").step("a").withSummary();
        List<VerificationKey> strangers = new ArrayList<>();
        for (String name : List.of("stranger", "other", "third")) {
            strangers.add(Keys.key(name).verificationKey());
            AuditReport report = audit(receipts, KeySet.empty().and("", strangers));
            assertThat(report.verdict()).as("%d keys", strangers.size()).isEqualTo(Verdict.INCOMPLETE);
            assertThat(report.findings())
                    .filteredOn(finding -> finding.code().equals("E_KEY_NOT_FOUND"))
                    .allSatisfy(finding -> assertThat(finding.message()).startsWith("no key that you gave fits"));
            assertThat(report.findings()).noneMatch(finding -> finding.severity() == Severity.ERROR);
        }
    }

    @Test
    void aStrangersKeyUnderTheSameNameSaysNothingAboutASelfAssertedIssuer() {
        var issuer = new ReceiptIssuer(Keys.key("nameless"), Wire.V0_1, null);
        var namesake = SigningKey.ofSeed("key-of-nameless", new byte[32]).verificationKey();
        assertThat(findings(audit(List.of(signed(issuer).compact()), KeySet.anyIssuer(namesake))))
                .contains("E_KEY_NOT_FOUND gap");
    }

    @Test
    void aChangedByteUnderTheKeyThatSignedIsTampering() {
        String receipt = History.of("run").step("a").texts().getFirst();
        int at = receipt.lastIndexOf('.') + 5;
        String changed = receipt.substring(0, at) + (receipt.charAt(at) == 'A' ? 'B' : 'A') + receipt.substring(at + 1);
        assertThat(audit(List.of(changed)).verdict()).isEqualTo(Verdict.BROKEN);
    }

    @Test
    void aReceiptWithoutItsKeyIsUnproven() {
        AuditReport report = audit(twoIssuers().withSummary(), Keys.of("orchestrator"));
        assertThat(report.verdict()).isEqualTo(Verdict.INCOMPLETE);
        assertThat(findings(report)).contains("E_KEY_NOT_FOUND gap", "RECEIPT_MISSING gap");
        assertThat(report.findings()).noneMatch(finding -> finding.severity() == Severity.ERROR);
    }

    @Test
    void keysFromTheBundleAreSaidToBe() {
        AuditReport report =
                audit(twoIssuers().withSummary(), Keys.known(), Audits.options().withKeysFromBundle(true));
        assertThat(report.verdict()).isEqualTo(Verdict.VERIFIED);
        assertThat(findings(report)).containsExactly("KEYS_FROM_BUNDLE info");
        assertThat(Audits.json(report)).contains("\"keys_from\":\"bundle\"");
    }

    @Test
    void aKeyThatSignsForTwoIssuersIsAWarning() {
        var other = new ReceiptIssuer(Keys.key("orchestrator"), Wire.V0_1, Keys.url("alias"));
        VerificationKey key = Keys.key("orchestrator").verificationKey();
        KeySet both = KeySet.of(Keys.url("alias"), key).and(Keys.url("orchestrator"), List.of(key));
        List<String> receipts = List.of(
                signed(other).compact(),
                History.of("other").step("x").receipt("x").compact());
        AuditReport report = audit(receipts, both);
        assertThat(report.verdict()).isEqualTo(Verdict.VERIFIED);
        assertThat(only(report, FindingCode.KEY_SHARED).message())
                .contains(Keys.url("alias") + " and for " + Keys.url("orchestrator"));
        for (List<String> order : List.of(receipts, receipts.reversed())) {
            assertThat(findings(audit(order, KeySet.anyIssuer(key))))
                    .contains("KEYS_DISAGREE gap", "KEY_SHARED warning")
                    .containsOnlyOnce("KEYS_DISAGREE gap");
        }
    }

    @Test
    void aKeyWhoseFileNamesNoIssuerIsNotSaidToBeTheIssuers() {
        List<String> receipts = History.of("run").step("a").withSummary();
        KeySet nameless = KeySet.anyIssuer(Keys.key("orchestrator").verificationKey());
        AuditReport report = audit(receipts, nameless);
        assertThat(findings(report)).containsExactly("ISSUER_NOT_VERIFIED warning");
        assertThat(report.keys()).noneMatch(KeyUse::isBound);
        assertThat(Audits.json(report)).contains("\"issuer_verified\":false");
        assertThat(audit(receipts).keys()).allMatch(KeyUse::isBound);
    }

    @Test
    void twoFilesOfOneIssuerMayNotEachHaveWhatTheOtherLacks() {
        List<String> receipts = History.of("run").step("a").withSummary();
        KeySet genuine = file("orchestrator", "orchestrator");
        assertThat(audit(receipts, genuine.and(file("partner", "partner"))).findings())
                .isEmpty();
        assertThat(findings(audit(receipts, genuine.and(file("orchestrator", "partner")))))
                .containsExactly("KEYS_DISAGREE gap");
        KeySet grown = file("orchestrator", "orchestrator", "successor");
        assertThat(audit(receipts, genuine.and(grown)).findings()).isEmpty();
        KeySet bound = Keys.of("orchestrator").and(file("orchestrator", "partner"));
        assertThat(audit(receipts, bound).findings()).isEmpty();
        List<String> forged = History.of("run").withKeyOf("partner").step("a").withSummary();
        assertThat(findings(audit(forged, bound))).contains("E_KEY_NOT_FOUND gap");
    }

    private static KeySet file(String issuer, String... holders) {
        VerificationKey[] keys = Stream.of(holders)
                .map(holder -> Keys.key(holder).verificationKey())
                .toArray(VerificationKey[]::new);
        return KeySet.fromJson(KeySet.of(Keys.url(issuer), keys).toJwks());
    }

    @Test
    void anIssuerThatIsOnlyAKeyIsSaidToBe() {
        var issuer = new ReceiptIssuer(Keys.key("nameless"), Wire.V0_2, null);
        KeySet keys = KeySet.of(issuer.issuer(), Keys.key("nameless").verificationKey());
        AuditReport report = audit(List.of(signed(issuer).compact()), keys);
        assertThat(report.verdict()).isEqualTo(Verdict.VERIFIED);
        assertThat(findings(report)).containsExactly("ISSUER_SELF_ASSERTED info");
    }

    @Test
    void theKeyOfASummaryIsAmongTheKeys() {
        History history = History.of("run").step("a");
        Receipt summary = history.by("partner").summary();
        assertThat(audit(history.with(summary)).keys())
                .extracting(KeyUse::issuer)
                .containsExactly(Keys.url("orchestrator"), Keys.url("partner"));
    }
}

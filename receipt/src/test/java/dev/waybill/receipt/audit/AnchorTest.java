package dev.waybill.receipt.audit;

import static dev.waybill.receipt.audit.Audits.findings;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.Digest;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.anchor.Anchor;
import dev.waybill.receipt.anchor.AnchorLines;
import dev.waybill.receipt.anchor.TimestampAuthorities;
import dev.waybill.receipt.anchor.TimestampAuthorities.Stamp;
import dev.waybill.receipt.anchor.Witness;
import dev.waybill.receipt.jws.Wire;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;

class AnchorTest {

    private static final String ID = "019abc12-def3-7890-8abc-0000000000aa";
    private static final Instant STAMPED = Instant.ofEpochSecond(Keys.NOW - 50);

    private final History run = History.of("run").step("a").step("b", "a").step("c", "b");
    private final Receipt end = run.summary();

    private static Receipt witness(String who, Receipt summary) {
        return new Witness(Keys.issuer(who, Wire.V0_1)).sign(ID, Keys.NOW - 60, summary);
    }

    private static Anchor witnessed(Receipt summary) {
        return new Anchor(
                summary.compact(),
                new Anchor.Proof.Witnessed(witness("partner", summary).compact()));
    }

    private static Anchor kept(Receipt summary) {
        return new Anchor(summary.compact(), new Anchor.Proof.Kept("partner.jsonl"));
    }

    /// Stands for a service: its token is the imprint itself.
    private static final TimestampAuthorities SERVICE = (token, imprint) -> {
        if (!new String(token, StandardCharsets.UTF_8).equals(imprint.toString())) {
            throw new IllegalArgumentException("stamped for something else");
        }
        return new Stamp(STAMPED, "CN=stamps");
    };

    private static Anchor stamped(Receipt summary, Digest imprint) {
        byte[] token = imprint.toString().getBytes(StandardCharsets.UTF_8);
        return new Anchor(
                summary.compact(), new Anchor.Proof.Stamped(Base64.getEncoder().encodeToString(token)));
    }

    private static AuditReport audit(List<String> receipts, Anchor... anchors) {
        return Audits.audit(
                new WorkflowAuditor(Keys.known(), Audits.options()).anchoredBy(List.of(anchors), SERVICE), receipts);
    }

    @Test
    void anAnchorOfTheEndFixesEverythingUpToIt() {
        AuditReport report = audit(run.with(end), witnessed(end));
        assertThat(report.findings()).isEmpty();
        assertThat(report.anchoring().anchors())
                .containsExactly(new Anchored(
                        run.id().value(),
                        3,
                        true,
                        Anchored.How.WITNESS,
                        "https://partner.example.com",
                        Instant.ofEpochSecond(Keys.NOW - 60)));
        assertThat(report.anchoring().keyHolderCan())
                .containsExactly("have rewritten it before it was first in other hands");
        assertThat(report.counts().total()).isEqualTo(4);
    }

    @Test
    void anAnchorOfAnOpenRunReachesAsFarAsTheRunHadCome() {
        Receipt open = run.summary(s -> s.open().issuedAt -= 1);
        History longer = run.step("d", "c").step("e", "d");
        AuditReport report = audit(longer.with(longer.summary()), kept(open));
        assertThat(report.findings()).isEmpty();
        assertThat(report.anchoring().anchors()).singleElement().satisfies(anchor -> {
            assertThat(anchor.receipts()).isEqualTo(3);
            assertThat(anchor.sentence())
                    .isEqualTo("receipts 1 to 3 cannot have been rewritten since partner.jsonl holds it");
        });
        assertThat(report.anchoring().keyHolderCan()).contains("rewrite what no anchor reaches");
    }

    @Test
    void whatTheHolderOfTheKeyCanDoAloneIsSeenBesideAnAnchor() {
        History rewritten = History.of("run").step("x").step("b", "x").step("c", "b");
        History reissued = History.of("run").step("a").step("b", "a").step("other", "b");
        History cut = History.of("run").step("a").step("b", "a");
        for (History each : List.of(rewritten, reissued, cut)) {
            assertThat(audit(each.withSummary()).verdict()).isEqualTo(Verdict.VERIFIED);
            AuditReport report = audit(each.withSummary(), witnessed(end));
            assertThat(report.verdict()).as("%s", report.findings()).isEqualTo(Verdict.BROKEN);
            assertThat(report.anchoring().anchors()).isEmpty();
        }
    }

    @Test
    void aTimeStampSaysSinceWhen() {
        AuditReport report = audit(run.with(end), stamped(end, end.ref()));
        assertThat(report.anchoring().anchors().getFirst().sentence())
                .isEqualTo("receipts 1 to 3 and the end cannot have been rewritten since " + STAMPED
                        + ", when CN=stamps had it");
    }

    @Test
    void aTimeStampOfSomethingElseIsInvalid() {
        AuditReport report = audit(run.with(end), stamped(end, run.receipt("a").ref()));
        assertThat(findings(report)).containsExactly("ANCHOR_INVALID error");
        assertThat(report.anchoring()).isEqualTo(Anchoring.NONE);
    }

    @Test
    void aTimeStampOfANobodyProvesNothing() {
        AuditReport report = Audits.audit(
                new WorkflowAuditor(Keys.known(), Audits.options())
                        .anchoredBy(List.of(stamped(end, end.ref())), TimestampAuthorities.NONE),
                run.with(end));
        assertThat(findings(report)).containsExactly("ANCHOR_UNPROVEN gap");
    }

    @Test
    void aWitnessOfAnotherSummaryIsInvalid() {
        Receipt other = run.summary(s -> s.open().issuedAt -= 1);
        Anchor anchor = new Anchor(
                end.compact(),
                new Anchor.Proof.Witnessed(witness("partner", other).compact()));
        assertThat(findings(audit(run.with(end), anchor))).containsExactly("ANCHOR_INVALID error");
    }

    @Test
    void nobodyIsTheirOwnWitness() {
        Anchor anchor = new Anchor(
                end.compact(),
                new Anchor.Proof.Witnessed(witness("orchestrator", end).compact()));
        AuditReport report = audit(run.with(end), anchor);
        assertThat(findings(report)).containsExactly("ANCHOR_UNPROVEN gap");
        assertThat(report.anchoring()).isEqualTo(Anchoring.NONE);
    }

    @Test
    void aWitnessWhoseKeyIsUnknownProvesNothing() {
        Anchor anchor = new Anchor(
                end.compact(),
                new Anchor.Proof.Witnessed(witness("stranger", end).compact()));
        AuditReport report = audit(run.with(end), anchor);
        assertThat(report.verdict()).isEqualTo(Verdict.INCOMPLETE);
        assertThat(report.anchoring()).isEqualTo(Anchoring.NONE);
    }

    @Test
    void anAnchorThatSignsNoOrderIsSaidToFixNothing() {
        Receipt rootOnly = run.summary(s -> s.onlyRoot().issuedAt -= 1);
        AuditReport report = audit(run.with(end), kept(rootOnly));
        assertThat(findings(report)).contains("ANCHOR_UNUSABLE warning");
        assertThat(report.anchoring()).isEqualTo(Anchoring.NONE);
    }

    @Test
    void aWitnessIsNobodyWhoSignedInTheRunUnderWhateverName() {
        History shared =
                History.of("run").step("a").by("partner").step("b", "a").by("orchestrator");
        Receipt summary = shared.summary();
        AuditReport report = audit(shared.with(summary), witnessed(summary));
        assertThat(findings(report)).containsExactly("ANCHOR_UNPROVEN gap");
        assertThat(report.anchoring()).isEqualTo(Anchoring.NONE);
    }

    @Test
    void whereTheKeysCameAlongAnybodyCanDoWhatTheirHolderCan() {
        AuditReport own =
                Audits.audit(run.with(end), Keys.known(), Audits.options().withKeysFromBundle(true));
        assertThat(own.anchoring().sentence()).startsWith("anybody, with keys of their own, can still rewrite all");
        assertThat(audit(run.with(end)).anchoring().sentence()).startsWith("the holder of the key alone can still");
    }

    @Test
    void aReceiptThatSumsUpNothingIsNoAnchor() {
        Anchor anchor = new Anchor(run.receipt("a").compact(), new Anchor.Proof.Kept("partner.jsonl"));
        assertThat(findings(audit(run.with(end), anchor))).containsExactly("ANCHOR_INVALID error");
    }

    @Test
    void anchorsOfRunsThatAreNotHereAreLeftAside() {
        Receipt other = History.of("other").step("x").summary();
        AuditReport report = audit(run.with(end), witnessed(end), kept(other));
        assertThat(findings(report)).containsExactly("ANCHOR_ELSEWHERE info");
        assertThat(report.completeness().isComplete()).isTrue();
        assertThat(report.anchoring().anchors()).hasSize(1);
        assertThat(audit(run.with(end), kept(other)).anchoring()).isEqualTo(Anchoring.NONE);
    }

    @Test
    void linesReadBackAsTheyWereWritten() {
        List<Anchor> all = List.of(kept(end), witnessed(end), stamped(end, end.ref()));
        String text = String.join("\n", all.stream().map(Anchor::line).toList());
        assertThat(AnchorLines.read(text + "\n\n", "partner.jsonl")).isEqualTo(all);
    }
}

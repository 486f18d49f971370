package dev.waybill.receipt.tamper;

import static dev.waybill.receipt.tamper.Judgement.broken;
import static dev.waybill.receipt.tamper.Judgement.complete;
import static dev.waybill.receipt.tamper.Judgement.incomplete;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.ReceiptIssuer;
import dev.waybill.receipt.anchor.Anchor;
import dev.waybill.receipt.anchor.Witness;
import dev.waybill.receipt.audit.History;
import dev.waybill.receipt.audit.Keys;
import dev.waybill.receipt.audit.Severity;
import dev.waybill.receipt.jws.Wire;
import dev.waybill.receipt.key.KeySet;
import dev.waybill.receipt.key.Validity;
import dev.waybill.receipt.key.VerificationKey;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/// What somebody signs under a name that is not theirs, and what a thief signs with a key that was revoked since.
final class OtherPeoplesKeys {

    private static final String ISSUER = Keys.url("orchestrator");
    private static final VerificationKey KEY = Keys.key("orchestrator").verificationKey();
    private static final VerificationKey PARTNERS = Keys.key("partner").verificationKey();

    /// Key files as they were before they named their issuers, and as they are.
    private static final String OURS = "ours.jwks";

    private static final String THEIRS = "theirs.jwks";
    private static final String OURS_NAMED = "ours-named.jwks";
    private static final String THEIRS_NAMED = "theirs-named.jwks";
    private static final String THEIRS_CLAIMING = "theirs-claiming.jwks";

    private static final String MISSING = "something is missing";
    private static final String DISAGREE =
            "keys from several files are to be those of " + ISSUER + ", and no file has them all";

    private final History run = History.of("run").step("plan").step("write", "plan");
    private final Receipt end = run.summary();

    static List<Attack> list() {
        var attacks = new OtherPeoplesKeys();
        return Stream.of(attacks.partners(), attacks.witnesses(), attacks.thieves())
                .flatMap(each -> each)
                .toList();
    }

    private Stream<Attack> partners() {
        History forged = History.of("run").withKeyOf("partner").step("plan").step("write", "plan");
        History grown = History.of("run")
                .step("plan")
                .step("write", "plan")
                .withKeyOf("partner")
                .step("pay", "write");
        return Stream.of(
                besideKeys("run-of-a-partner", "Signs a whole run in the name of somebody else.", forged.withSummary())
                        .judged(complete("3 of 3 receipts valid, 1 finding")
                                .because("ISSUER_NOT_VERIFIED", Severity.WARNING, notVerified(PARTNERS))
                                .withKeys(OURS, THEIRS))
                        .judged(incomplete("0 of 3 receipts valid, 3 findings", MISSING)
                                .gap("E_KEY_NOT_FOUND", unknown())
                                .withKeys(OURS_NAMED, THEIRS_NAMED))
                        .judged(incomplete("3 of 3 receipts valid, 1 finding", MISSING)
                                .gap("KEYS_DISAGREE", DISAGREE)
                                .withKeys(OURS_NAMED, THEIRS_CLAIMING)),
                besideKeys(
                                "step-of-a-partner",
                                "Adds a step to the run of somebody else, in their name.",
                                grown.texts())
                        .judged(incomplete(
                                        "3 of 3 receipts valid, 2 findings",
                                        "no summary says how many receipts there should be (and 1 more reason)")
                                .gap("KEYS_DISAGREE", DISAGREE)
                                .withKeys(OURS, THEIRS))
                        .judged(incomplete(
                                        "2 of 3 receipts valid, 1 finding",
                                        "no summary says how many receipts there should be (and 1 more reason)")
                                .gap("E_KEY_NOT_FOUND", unknown())
                                .withKeys(OURS_NAMED, THEIRS_NAMED)));
    }

    private static Attack besideKeys(String name, String does, List<String> receipts) {
        return Attack.byOthers(name, does)
                .shows(receipts)
                .keys(OURS, KeySet.anyIssuer(KEY).toJwks())
                .keys(THEIRS, KeySet.anyIssuer(PARTNERS).toJwks())
                .keys(OURS_NAMED, KeySet.of(ISSUER, KEY).toJwks())
                .keys(THEIRS_NAMED, KeySet.of(Keys.url("partner"), PARTNERS).toJwks())
                .keys(THEIRS_CLAIMING, KeySet.of(ISSUER, PARTNERS).toJwks());
    }

    private static String notVerified(VerificationKey key) {
        return key + " signed for " + ISSUER
                + ", and its file names no issuer: the signature is valid, the issuer is not verified";
    }

    private static String unknown() {
        return "no key that you gave fits: it is signed with key \"key-of-partner\" of " + ISSUER
                + "; the key of that name here is another issuer's";
    }

    private Stream<Attack> witnesses() {
        var invented = new ReceiptIssuer(Keys.key("orchestrator"), Wire.V0_1, Keys.url("witness"));
        return Stream.of(Attack.byKeyHolder(
                        "witness-with-the-runs-key", "Signs as a witness of its own run, under an invented name.")
                .shows(run.with(end))
                .anchored(witnessed(invented, end.issuedAt()))
                .keys(OURS, KeySet.anyIssuer(KEY).toJwks())
                .judged(incomplete("3 of 3 receipts valid, 2 findings", MISSING)
                        .gap(
                                "ANCHOR_UNPROVEN",
                                Keys.url("witness") + " witnesses with " + KEY
                                        + ", which is in the same hands as the keys of the run: that proves nothing")
                        .withKeys(OURS)
                        .besideItsAnchor()));
    }

    private Anchor witnessed(ReceiptIssuer witness, long at) {
        Receipt seen = new Witness(witness).sign(History.of("seen").nextId(), at, end);
        return new Anchor(end.compact(), new Anchor.Proof.Witnessed(seen.compact()));
    }

    private Stream<Attack> thieves() {
        long revoked = Keys.NOW - 100;
        Validity until = new Validity(null, null, revoked, "key_compromise");
        JsonObject peac = JsonObject.of("issuer", ISSUER)
                .with("keys", new JsonArray(List.of(KEY.toJwk())))
                .with(
                        "revoked_keys",
                        new JsonArray(List.of(JsonObject.of("kid", KEY.kid())
                                .with(
                                        "revoked_at",
                                        Instant.ofEpochSecond(revoked).toString())
                                .with("reason", "key_compromise"))));
        String undated = KEY + " was revoked at " + Instant.ofEpochSecond(revoked)
                + ", and no anchor shows that this existed before";
        KeySet keys = KeySet.of(ISSUER, KEY.with(until)).and(KeySet.of(Keys.url("partner"), PARTNERS));
        Judgement unknown = broken("0 of 3 receipts valid, 3 findings").error("E_KEY_REVOKED", undated);
        ReceiptIssuer partner = Keys.issuer("partner", Wire.V0_1);
        return Stream.of(
                Attack.byKeyHolder(
                                "revoked-key-backdated",
                                "Signs with a key that was revoked, and dates it before the revocation.")
                        .shows(run.with(end))
                        .keys(keys)
                        .keys("peac.jwks", peac)
                        .anchored(witnessed(partner, revoked + 50))
                        .judged(unknown.withKeys(Attack.OWN_KEYS))
                        .judged(unknown.withKeys("peac.jwks"))
                        .judged(broken("0 of 3 receipts valid, 4 findings")
                                .error("E_KEY_REVOKED", undated)
                                .withKeys(Attack.OWN_KEYS)
                                .besideItsAnchor()),
                Attack.byKeyHolder(
                                "key-revoked-after-the-anchor",
                                "Nothing: the key was revoked when a witness had long had the end of the run.")
                        .shows(run.with(end))
                        .keys(keys)
                        .anchored(witnessed(partner, end.issuedAt() + 5))
                        .judged(unknown.withKeys(Attack.OWN_KEYS))
                        .judged(complete("3 of 3 receipts valid")
                                .withKeys(Attack.OWN_KEYS)
                                .besideItsAnchor()));
    }
}

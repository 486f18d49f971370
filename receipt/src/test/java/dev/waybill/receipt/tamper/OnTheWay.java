package dev.waybill.receipt.tamper;

import static dev.waybill.receipt.tamper.Judgement.broken;
import static dev.waybill.receipt.tamper.Judgement.complete;
import static dev.waybill.receipt.tamper.Judgement.incomplete;
import static dev.waybill.receipt.tamper.Judgement.partial;

import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.audit.History;
import dev.waybill.receipt.audit.Keys;
import dev.waybill.receipt.audit.Severity;
import dev.waybill.receipt.key.KeySet;
import dev.waybill.receipt.key.SigningKey;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/// What people without the key do to receipts on their way: change them, drop them, mix them, add their own.
final class OnTheWay {

    /// A key of their own under the name of the true one.
    private static final SigningKey IMPOSTOR = SigningKey.ofSeed("key-of-orchestrator", new byte[32]);

    private static final String NO_SUMMARY = "no summary says how many receipts there should be";
    private static final String MISSING = "something is missing";

    private static String notExactly(int here) {
        return "the receipts here, " + here + ", are not exactly the 2 that the summary commits to (and 1 more reason)";
    }

    private final History run = History.of("run").step("plan").step("write", "plan");
    private final Receipt end = run.summary();
    private final List<String> whole = run.with(end);

    static List<Attack> list() {
        var attacks = new OnTheWay();
        return Stream.of(attacks.headers(), attacks.texts(), attacks.dropping(), attacks.mixing())
                .flatMap(each -> each)
                .toList();
    }

    /// Attacks on one receipt, which is all that is shown.
    private Attack onOne(String name, String does, UnaryOperator<String> change, String code, String message) {
        return Attack.byOthers(name, does)
                .shows(List.of(change.apply(whole.get(1))))
                .judged(broken("0 of 1 receipt valid, 1 finding").error(code, message));
    }

    private Attack onHeader(String name, String does, String from, String to, String code, String message) {
        return onOne(
                name,
                does,
                receipt -> Scene.withSegment(receipt, 0, replaced(Scene.segment(receipt, 0), from, to)),
                code,
                message);
    }

    private Attack onPayload(String name, String does, String from, String to, String code, String message) {
        return onOne(
                name,
                does,
                receipt -> Scene.withSegment(receipt, 1, replaced(Scene.segment(receipt, 1), from, to)),
                code,
                message);
    }

    private static String replaced(String text, String from, String to) {
        if (!text.contains(from)) {
            throw new IllegalArgumentException("no " + from + " in " + text);
        }
        return text.replace(from, to);
    }

    private Stream<Attack> headers() {
        String bring = "a receipt must not bring its own key";
        return Stream.of(
                onHeader(
                        "alg-none",
                        "Says that no signature is needed.",
                        "EdDSA",
                        "none",
                        "E_INVALID_FORMAT",
                        "expected alg EdDSA, found \"none\""),
                onHeader(
                        "alg-hmac",
                        "Says that the public key is a shared secret.",
                        "EdDSA",
                        "HS256",
                        "E_INVALID_FORMAT",
                        "expected alg EdDSA, found \"HS256\""),
                onHeader(
                        "key-in-the-header",
                        "Brings a key along in the header.",
                        "\"alg\"",
                        "\"jwk\":{\"kty\":\"OKP\"},\"alg\"",
                        "E_JWS_EMBEDDED_KEY",
                        "header member jwk: " + bring),
                onHeader(
                        "key-by-url",
                        "Points to a key of their own.",
                        "\"alg\"",
                        "\"jku\":\"https://evil.example\",\"alg\"",
                        "E_JWS_EMBEDDED_KEY",
                        "header member jku: " + bring),
                onHeader(
                        "critical-extension",
                        "Adds a header member that must be understood.",
                        "\"alg\"",
                        "\"crit\":[\"exp\"],\"alg\"",
                        "E_JWS_CRIT_REJECTED",
                        "header member crit: critical extensions are not supported"),
                onHeader(
                        "other-wire",
                        "Calls a receipt one of the other wire, which has other rules.",
                        "peac-receipt/0.1",
                        "interaction-record+jwt",
                        "E_WIRE_VERSION_MISMATCH",
                        "the header says Wire 0.2, the payload's peac_version is none"),
                onHeader(
                        "key-named-twice",
                        "Names the key twice, so that two readers look for two keys.",
                        "\"alg\"",
                        "\"kid\":\"x\",\"alg\"",
                        "E_IJSON_DUPLICATE_MEMBER_NAME",
                        "the header is not strict JSON: member \"kid\" appears twice (at byte 50)"),
                keyRenamed());
    }

    private Attack keyRenamed() {
        UnaryOperator<String> renamed = receipt -> Scene.withSegment(
                receipt, 0, replaced(Scene.segment(receipt, 0), "key-of-orchestrator", "key-of-evil"));
        return Attack.byOthers("key-renamed", "Renames the key, so that nobody can tell.")
                .shows(Scene.changed(whole, 1, renamed))
                .judged(incomplete("2 of 3 receipts valid, 4 findings", notExactly(1))
                        .gap(
                                "E_KEY_NOT_FOUND",
                                "no key that you gave fits: it is signed with key \"key-of-evil\" of "
                                        + Keys.url("orchestrator")));
    }

    private Stream<Attack> texts() {
        SigningKey stranger = Keys.key("stranger");
        return Stream.of(
                onPayload(
                        "parent-taken-out",
                        "Takes the parent out of a step, so that it looks like a beginning.",
                        "[\"" + History.stepId("plan").value() + "\"]",
                        "[]",
                        "E_INVALID_SIGNATURE",
                        Scene.NOT_SIGNED),
                onPayload(
                        "time-changed",
                        "Makes a step one second older.",
                        "\"iat\":1794690001",
                        "\"iat\":1794690000",
                        "E_INVALID_SIGNATURE",
                        Scene.NOT_SIGNED),
                onPayload(
                        "member-twice",
                        "Writes a member twice, so that two readers see two things.",
                        "\"iat\":1794690001",
                        "\"iat\":1794690001,\"iat\":1794690000",
                        "E_IJSON_DUPLICATE_MEMBER_NAME",
                        "the payload is not strict JSON: member \"iat\" appears twice (at byte 100)"),
                onOne(
                        "signature-of-another",
                        "Puts the signature of another receipt under this one.",
                        receipt -> receipt.substring(0, receipt.lastIndexOf('.'))
                                + whole.getFirst().substring(whole.getFirst().lastIndexOf('.')),
                        "E_INVALID_SIGNATURE",
                        Scene.NOT_SIGNED),
                onOne(
                        "signature-cut",
                        "Cuts the signature off.",
                        receipt -> receipt.substring(0, receipt.lastIndexOf('.') + 1),
                        "E_INVALID_SIGNATURE",
                        "expected a signature of 86 characters, found 0"),
                onOne(
                        "padding",
                        "Writes the same bytes in another spelling, so that one receipt has two names.",
                        receipt -> receipt + "==",
                        "E_INVALID_FORMAT",
                        "the signature is not canonical base64url: no padding and zero trailing bits are required"),
                Attack.byOthers("text-behind", "Adds a text behind a receipt that withholds nothing.")
                        .shows(Scene.changed(whole, 1, receipt -> receipt + "~not-signed~"))
                        .judged(broken("3 of 3 receipts valid, 1 finding")
                                .error("DISCLOSURE_INVALID", "the receipt withholds nothing, so it has no disclosure")),
                onOne(
                        "signed-by-a-stranger",
                        "Signs a changed step with a key of their own under the name of the true one.",
                        receipt -> Scene.signed(IMPOSTOR, Scene.segment(receipt, 1)),
                        "E_INVALID_SIGNATURE",
                        Scene.NOT_SIGNED),
                Attack.byOthers("strangers-step", "Adds a step, signed under their own name with their own key.")
                        .shows(Scene.all(
                                whole,
                                Scene.signed(
                                        stranger,
                                        Scene.segment(whole.get(1), 1)
                                                .replace(Keys.url("orchestrator"), Keys.url("stranger")))))
                        .judged(incomplete("3 of 4 receipts valid, 1 finding", MISSING)
                                .gap(
                                        "E_KEY_NOT_FOUND",
                                        "no key that you gave fits: it is signed with key \"key-of-stranger\" of "
                                                + Keys.url("stranger"))));
    }

    private Stream<Attack> dropping() {
        return Stream.of(
                Attack.byOthers("summary-dropped", "Drops the summary, so that nobody can count.")
                        .shows(run.texts())
                        .judged(partial("2 of 2 receipts valid", NO_SUMMARY))
                        .judged(incomplete("2 of 2 receipts valid, 1 finding", NO_SUMMARY)
                                .gap("COMPLETENESS_REQUIRED", "partial: " + NO_SUMMARY)
                                .asked()),
                Attack.byOthers("tail-and-summary-dropped", "Drops the last step and the summary.")
                        .shows(run.textsWithout("write"))
                        .judged(partial("1 of 1 receipt valid", NO_SUMMARY)),
                Attack.byOthers("tail-dropped", "Drops the last step, and keeps the summary.")
                        .shows(Scene.all(run.textsWithout("write"), end.compact()))
                        .judged(incomplete("2 of 2 receipts valid, 3 findings", notExactly(1))
                                .gap(
                                        "CUT_TAIL",
                                        "the summary signs " + run.ref("write")
                                                + " as the newest receipt of the chain, which is not among the valid ones"
                                                + " here")),
                Attack.byOthers("first-step-dropped", "Drops the first step, and keeps the summary.")
                        .shows(Scene.all(run.textsWithout("plan"), end.compact()))
                        .judged(incomplete("2 of 2 receipts valid, 4 findings", notExactly(1))
                                .gap(
                                        "RECEIPT_MISSING",
                                        "the summary commits to receipt " + run.ref("plan")
                                                + ", which is not among the valid ones here")),
                Attack.byOthers("all-steps-dropped", "Drops every step, and keeps the summary.")
                        .shows(List.of(end.compact()))
                        .judged(incomplete("1 of 1 receipt valid, 4 findings", notExactly(0))
                                .gap(
                                        "RECEIPT_MISSING",
                                        "the summary commits to receipt " + run.ref("plan")
                                                + ", which is not among the valid ones here")),
                Attack.byOthers(
                                "lines-reordered",
                                "Turns the order of the lines round. It says nothing: the chain does.")
                        .shows(whole.reversed())
                        .judged(complete("3 of 3 receipts valid")),
                Attack.byOthers("line-repeated", "Shows one receipt twice, to be counted twice.")
                        .shows(Scene.all(whole, whole.getFirst()))
                        .judged(complete("4 of 4 receipts valid, 1 finding")
                                .because("DUPLICATE_RECEIPT", Severity.WARNING, "this receipt appears again")),
                Attack.byOthers("line-of-something-else", "Puts another text in the place of a receipt.")
                        .shows(Scene.changed(whole, 1, _ -> "{\"receipt\":\"as agreed\"}"))
                        .judged(broken("2 of 3 receipts valid, 4 findings")
                                .error("E_INVALID_FORMAT", "expected three segments separated by dots")));
    }

    private Stream<Attack> mixing() {
        History other = History.of("other").after(60).step("plan").step("pay", "plan");
        History stranger = History.of("run").step("plan").step("write", "plan").by("partner");
        List<String> mixed = new ArrayList<>(whole);
        mixed.set(1, other.receipt("pay").compact());
        History guest = History.of("run").by("partner").step("plan").step("write", "plan");
        return Stream.of(
                Attack.byOthers(
                                "step-of-another-run",
                                "Puts a step of another run in the place of one that it dislikes.")
                        .shows(mixed)
                        .judged(broken("3 of 3 receipts valid, 6 findings")
                                .error(
                                        "HASH_CHAIN_BROKEN",
                                        "prev_receipt_hash names " + other.ref("plan")
                                                + ", which no valid receipt here has")
                                .gap(
                                        "RECEIPT_MISSING",
                                        "the summary commits to receipt " + run.ref("write")
                                                + ", which is not among the valid ones here")),
                Attack.byOthers("summary-of-another-run", "Shows the summary of another run instead of this one's.")
                        .shows(run.with(other.summary()))
                        .judged(incomplete("3 of 3 receipts valid, 4 findings", NO_SUMMARY + " (and 2 more reasons)")
                                .gap(
                                        "RECEIPT_MISSING",
                                        "the summary commits to receipt " + other.ref("pay")
                                                + ", which is not among the valid ones here")),
                Attack.byOthers(
                                "two-runs-as-one",
                                "Shows two runs that have nothing to do with each other as one story.")
                        .shows(Scene.all(whole, other.withSummary()))
                        .judged(complete("6 of 6 receipts valid, 1 finding")
                                .because(
                                        "MIXED_WORKFLOW_ID",
                                        Severity.WARNING,
                                        "2 workflows that nothing links: "
                                                + other.id().value() + ", "
                                                + run.id().value())),
                Attack.byOthers(
                                "strangers-summary",
                                "Signs an end for a run of others, with a key that the reader knows.")
                        .shows(run.with(stranger.summary()))
                        .judged(partial(
                                        "3 of 3 receipts valid, 1 finding",
                                        "the summary is signed by " + Keys.url("partner")
                                                + ", who issued none of the receipts")
                                .because(
                                        "SUMMARY_FOREIGN",
                                        Severity.WARNING,
                                        "the summary is signed by " + Keys.url("partner")
                                                + ", who issued none of the receipts")),
                Attack.byOthers("guest-step", "Adds a step to a run of others, with a key that the reader knows.")
                        .shows(Scene.all(whole, guest.receipt("write").compact()))
                        .judged(broken("4 of 4 receipts valid, 4 findings")
                                .error(
                                        "RECEIPT_NOT_COMMITTED",
                                        "step " + History.stepId("write").value()
                                                + " is here, but receipt_refs of the summary does not name it")),
                Attack.byOthers("keys-of-somebody-else", "Hands the reader keys of somebody else.")
                        .shows(List.of(whole.getFirst()))
                        .keys(Keys.of("stranger"))
                        .judged(incomplete("0 of 1 receipt valid, 1 finding", MISSING)
                                .gap(
                                        "E_KEY_NOT_FOUND",
                                        "no key that you gave fits: it is signed with key \"key-of-orchestrator\" of "
                                                + Keys.url("orchestrator"))
                                .withKeys(Attack.OWN_KEYS)),
                Attack.byOthers("key-swapped", "Hands the reader a key of their own under the name of the true one.")
                        .shows(List.of(whole.getFirst()))
                        .keys(KeySet.of(Keys.url("orchestrator"), IMPOSTOR.verificationKey()))
                        .judged(broken("0 of 1 receipt valid, 1 finding")
                                .error(
                                        "E_INVALID_SIGNATURE",
                                        "the signature is not one of " + IMPOSTOR.verificationKey()
                                                + " over these bytes")
                                .withKeys(Attack.OWN_KEYS)));
    }
}

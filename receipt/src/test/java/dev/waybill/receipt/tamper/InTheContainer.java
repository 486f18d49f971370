package dev.waybill.receipt.tamper;

import static dev.waybill.receipt.tamper.Judgement.broken;
import static dev.waybill.receipt.tamper.Judgement.complete;
import static dev.waybill.receipt.tamper.Judgement.incomplete;
import static dev.waybill.receipt.tamper.Judgement.partial;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonObject;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.ReceiptIssuer;
import dev.waybill.receipt.audit.History;
import dev.waybill.receipt.audit.Keys;
import dev.waybill.receipt.audit.Severity;
import dev.waybill.receipt.bundle.BundleKind;
import dev.waybill.receipt.jws.Wire;
import dev.waybill.receipt.key.KeySet;
import dev.waybill.receipt.key.SigningKey;
import dev.waybill.receipt.merkle.InclusionProof;
import dev.waybill.receipt.merkle.SortedReceiptSet;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// What people without the key do to a bundle: to its files, its manifest, its proofs and its zip structure.
final class InTheContainer {

    private static final String STARTED = "{\"type\":\"run.started\"}\n";
    private static final String STOPPED = "{\"type\":\"run.stopped\"}\n";

    private final History run = History.of("run").step("plan").step("write", "plan");
    private final Receipt end = run.summary();
    private final Container whole = Container.of(BundleKind.FULL, run.with(end), Keys.of("orchestrator"));

    static List<Attack> list() {
        var attacks = new InTheContainer();
        return Stream.of(attacks.files(), attacks.manifests(), attacks.archives(), attacks.selections())
                .flatMap(each -> each)
                .toList();
    }

    private static Digest digest(String text) {
        return Digest.of(text.getBytes(StandardCharsets.UTF_8));
    }

    private static Attack bundled(String name, String does, Container container) {
        return Attack.byOthers(name, does).shows(container.zip());
    }

    private Stream<Attack> files() {
        Container told = whole.with("events.ndjson", STARTED);
        return Stream.of(
                bundled(
                                "bundle-receipt-dropped",
                                "Takes a receipt out of a bundle, and makes the manifest fit.",
                                whole.with(
                                        "receipts.ndjson", run.receipt("plan").compact() + "\n"))
                        .judged(incomplete(
                                        "2 of 2 receipts valid, 3 findings",
                                        "the receipts here, 1, are not exactly the 2 that the summary commits to (and 1"
                                                + " more reason)")
                                .gap(
                                        "RECEIPT_MISSING",
                                        "the summary commits to receipt " + run.ref("write")
                                                + ", which is not among the valid ones here")),
                bundled(
                                "bundle-events-edited",
                                "Edits the events that came along, and makes the manifest fit. Nobody signed them.",
                                told.with("events.ndjson", "{\"type\":\"run.approved\"}\n"))
                        .judged(
                                complete("3 of 3 receipts valid")
                                        .because(
                                                "EVENTS_UNPROVEN",
                                                Severity.INFO,
                                                "events.ndjson came along: nobody signed it, and nothing here is judged by it")),
                bundled(
                                "bundle-file-edited",
                                "Edits the events that came along, and forgets the manifest.",
                                told.raw("events.ndjson", STOPPED))
                        .judged(broken("3 of 3 receipts valid, 1 finding")
                                .error(
                                        "BUNDLE_DIGEST_MISMATCH",
                                        "the manifest gives events.ndjson the digest " + digest(STARTED) + ", it has "
                                                + digest(STOPPED))),
                bundled("bundle-file-added", "Adds a file to a bundle.", whole.raw("approval.txt", "as agreed"))
                        .judged(broken("3 of 3 receipts valid, 1 finding")
                                .error("BUNDLE_FILE_EXTRA", "approval.txt does not belong in a bundle")),
                resignedWithOwnKeys());
    }

    /// Everything is genuine but the name: only keys from elsewhere show it.
    private Attack resignedWithOwnKeys() {
        SigningKey own = SigningKey.ofSeed("key-of-orchestrator", new byte[32]);
        var issuer = new ReceiptIssuer(own, Wire.V0_1, Keys.url("orchestrator"));
        List<String> forged = new ArrayList<>();
        for (String text : run.texts()) {
            forged.add(Scene.signed(own, Scene.segment(text, 1).replaceAll(",\"prev_receipt_hash\":\"[^\"]*\"", "")));
        }
        KeySet keys = KeySet.of(issuer.issuer(), own.verificationKey());
        return bundled(
                        "bundle-signed-again",
                        "Signs a bundle of others again with a key of their own, and puts that key inside.",
                        Container.of(BundleKind.FULL, forged, keys))
                .judged(partial("2 of 2 receipts valid", "no summary says how many receipts there should be")
                        .because(
                                "KEYS_FROM_BUNDLE",
                                Severity.INFO,
                                "the keys came with the receipts: they prove that nothing was changed, not who signed")
                        .withKeys())
                .judged(broken("0 of 2 receipts valid, 2 findings").error("E_INVALID_SIGNATURE", Scene.NOT_SIGNED));
    }

    private Stream<Attack> manifests() {
        return Stream.of(
                bundled(
                                "manifest-count",
                                "Lets the manifest promise another number of receipts.",
                                whole.manifest(text -> text.replace("\"receipts\": 2", "\"receipts\": 1")))
                        .judged(broken("3 of 3 receipts valid, 1 finding")
                                .error(
                                        "BUNDLE_COUNT_MISMATCH",
                                        "the manifest says receipts: 1, receipts.ndjson has 2")),
                bundled(
                                "manifest-workflow",
                                "Lets the manifest list a workflow that is not there.",
                                whole.manifest(text -> text.replace(
                                        run.id().value(),
                                        History.workflow("other").value())))
                        .judged(broken("3 of 3 receipts valid, 2 findings")
                                .error(
                                        "MANIFEST_MISMATCH",
                                        "workflow " + run.id().value()
                                                + " is here, and the manifest does not list it")),
                bundled(
                                "manifest-kind",
                                "Drops a receipt, and calls the rest a selection, so that nobody misses it.",
                                whole.with(
                                                "receipts.ndjson",
                                                run.receipt("plan").compact() + "\n")
                                        .manifest(text -> text.replace("\"full\"", "\"disclosure\"")))
                        .judged(incomplete(
                                        "2 of 2 receipts valid, 1 finding",
                                        "a selection, 1 of 2 receipts (and 1 more reason)")
                                .gap("PROOF_MISSING", "no inclusion proof came with this receipt")),
                bundled(
                                "manifest-version",
                                "Calls the bundle one of a version with other rules.",
                                whole.manifest(text -> text.replace("waybill-bundle/1", "waybill-bundle/9")))
                        .judged(broken("3 of 3 receipts valid, 1 finding")
                                .error(
                                        "BUNDLE_FORMAT_UNKNOWN",
                                        "expected format waybill-bundle/1, found waybill-bundle/9")));
    }

    private Stream<Attack> archives() {
        byte[] zip = whole.zip();
        byte[] longer = Arrays.copyOf(zip, zip.length + 1);
        return Stream.of(
                Attack.byOthers("zip-cut", "Cuts a bundle in the middle.")
                        .shows(Arrays.copyOf(zip, zip.length / 2))
                        .judged(broken("0 of 0 receipts valid, 1 finding")
                                .error("ZIP_TRUNCATED", "the file has no end record: it is cut off or not a zip file")),
                Attack.byOthers("zip-tail", "Hides a byte behind the archive.")
                        .shows(longer)
                        .judged(broken("0 of 0 receipts valid, 1 finding")
                                .error("ZIP_TRUNCATED", "the file has no end record: it is cut off or not a zip file")),
                Attack.byOthers("zip-repacked", "Packs the files again with another tool, which hides what was there.")
                        .shows(whole.repacked())
                        .judged(broken("3 of 3 receipts valid, 1 finding")
                                .error(
                                        "BUNDLE_LAYOUT",
                                        "the header of receipts.ndjson is not the one that a bundle has at byte 0")),
                bundled(
                                "zip-path",
                                "Adds a file whose name leads out of the folder that it is unpacked into.",
                                whole.raw("../keys.json", "{}"))
                        .judged(broken("0 of 0 receipts valid, 1 finding")
                                .error("ZIP_UNSAFE_PATH", "the archive names a file outside itself: ../keys.json")),
                Attack.byOthers("zip-two-of-a-name", "Puts two files of one name into a bundle, one for each reader.")
                        .shows(whole.zip(Map.of("keys.json", "{}".getBytes(StandardCharsets.UTF_8))))
                        .judged(broken("0 of 0 receipts valid, 1 finding")
                                .error("ZIP_DUPLICATE_NAME", "the archive holds keys.json twice")));
    }

    private Stream<Attack> selections() {
        SortedReceiptSet set = SortedReceiptSet.of(run.digests());
        String plan = line(run.receipt("plan"), set.prove(run.receipt("plan").ref()));
        String ofAnother =
                line(run.receipt("plan"), set.prove(run.receipt("write").ref()));
        String root = "the inclusion proof does not lead to the summary's root " + run.root() + " of 2 receipts";
        Receipt other = History.of("other").step("plan").summary();
        String selected = "a selection, 1 of 2 receipts";
        return Stream.of(
                bundled(
                                "selection-without-the-rest",
                                "Shows one step with its proof, and not the one that went wrong.",
                                selection(end, "plan", plan))
                        .judged(partial("2 of 2 receipts valid", selected)
                                .because("PARTIAL_DISCLOSURE", Severity.INFO, "1 of 2 receipts are disclosed"))
                        .judged(incomplete("2 of 2 receipts valid, 1 finding", selected)
                                .gap("COMPLETENESS_REQUIRED", "partial: " + selected)
                                .asked()),
                bundled(
                                "selection-of-nothing",
                                "Shows the end of a run, and none of its steps.",
                                Container.of(BundleKind.DISCLOSURE, List.of(end.compact()), Keys.of("orchestrator")))
                        .judged(partial("1 of 1 receipt valid", "a selection, 0 of 2 receipts")
                                .because("PARTIAL_DISCLOSURE", Severity.INFO, "0 of 2 receipts are disclosed")),
                bundled(
                                "proof-of-another-receipt",
                                "Proves a receipt with the proof of another.",
                                selection(end, "plan", ofAnother))
                        .judged(broken("2 of 2 receipts valid, 1 finding").error("PROOF_INVALID", root)),
                bundled(
                                "proof-for-another-place",
                                "Moves a receipt to another place in the tree.",
                                selection(end, "plan", edited(plan, "leaf_index")))
                        .judged(broken("2 of 2 receipts valid, 1 finding").error("PROOF_INVALID", root)),
                bundled(
                                "proof-in-a-larger-tree",
                                "Proves a receipt in a tree of another size.",
                                selection(end, "plan", plan.replace("\"tree_size\":2", "\"tree_size\":3")))
                        .judged(broken("2 of 2 receipts valid, 1 finding").error("PROOF_INVALID", root)),
                bundled(
                                "selection-under-another-summary",
                                "Shows a step with the summary of another run.",
                                selection(other, "plan", plan))
                        .judged(incomplete(
                                        "2 of 2 receipts valid, 1 finding",
                                        "a selection, 0 of 1 receipts (and 2 more reasons)")
                                .gap("PROOF_MISSING", "no summary with a Merkle root came with this receipt")));
    }

    private Container selection(Receipt summary, String step, String proof) {
        List<String> texts = List.of(summary.compact(), run.receipt(step).compact());
        return Container.of(BundleKind.DISCLOSURE, texts, Keys.of("orchestrator"))
                .with("proofs.ndjson", proof + "\n");
    }

    private static String line(Receipt receipt, InclusionProof proof) {
        return JsonObject.builder()
                .put("receipt", receipt.ref().toString())
                .put("proof", proof.toJson())
                .build()
                .toString();
    }

    private static String edited(String proof, String member) {
        return proof.contains("\"" + member + "\":0")
                ? proof.replace("\"" + member + "\":0", "\"" + member + "\":1")
                : proof.replace("\"" + member + "\":1", "\"" + member + "\":0");
    }
}

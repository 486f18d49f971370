package dev.waybill.receipt.bundle;

/// What can be wrong with a PEAC dispute bundle and its receipts, under the names that PEAC gives.
public enum DisputeCode {
    // The container: the first of these ends the reading.
    E_BUNDLE_INVALID_FORMAT("Ask for the bundle again: the archive is damaged or lacks a file."),
    E_BUNDLE_SIZE_EXCEEDED("Split the bundle: at most 10,000 files and receipts, 64 MB a file, 512 MB in all."),
    E_BUNDLE_PATH_TRAVERSAL("Do not unpack this bundle: it names files that do not belong into it."),
    E_BUNDLE_MANIFEST_MISSING("Ask for a bundle with a manifest.json."),
    E_BUNDLE_MANIFEST_INVALID("Ask for a bundle in format peac-bundle/0.1."),
    E_BUNDLE_HASH_MISMATCH("Ask for the bundle again: it was changed after it was made."),
    E_BUNDLE_POLICY_HASH_MISMATCH("Ask for the policy that was in force."),
    E_BUNDLE_RECEIPT_INVALID("Ask for a bundle in which every line is a compact JWS."),
    E_BUNDLE_DUPLICATE_RECEIPT("Ask for a bundle in which every receipt id appears once."),
    E_BUNDLE_RECEIPTS_UNORDERED("Sort the receipts by time, id and hash, by code unit."),
    E_BUNDLE_MISSING_RECEIPTS("Put at least one receipt into the bundle."),
    E_BUNDLE_MISSING_KEYS("Put the public keys of the receipts' issuers into the bundle."),
    // The receipts.
    E_BUNDLE_RECEIPT_NOT_FOUND("Ask for the receipt that the manifest lists."),
    E_BUNDLE_KEY_MISSING("Ask for a bundle that holds the key which signed this."),
    E_RECEIPT_INVALID_FORMAT("Ask the issuer for a well-formed receipt."),
    E_RECEIPT_MISSING_KID("Ask the issuer for a receipt that names its key."),
    E_RECEIPT_INVALID_KEY_FORMAT("Ask for the key as an Ed25519 JWK."),
    E_RECEIPT_SIGNATURE_INVALID("Do not rely on this receipt: its bytes or its key are not the ones that were signed."),
    E_RECEIPT_CRYPTO_ERROR("Ask the issuer for a receipt with a header that PEAC allows."),
    E_RECEIPT_MISSING_JTI("Ask the issuer for a receipt with jti."),
    E_RECEIPT_MISSING_ISS("Ask the issuer for a receipt with iss."),
    E_RECEIPT_MISSING_IAT("Ask the issuer for a receipt with iat."),
    E_RECEIPT_INVALID_IAT("Ask the issuer for a receipt with iat in seconds since 1970."),
    E_RECEIPT_NOT_YET_VALID("The receipt is dated in the future; check both clocks."),
    E_RECEIPT_INVALID_EXP("Ask the issuer for a receipt with exp in seconds since 1970."),
    E_RECEIPT_EXPIRED("The receipt's validity has ended; ask for a new one."),
    // The signature over the bundle.
    E_BUNDLE_SIGNATURE_INVALID("Do not rely on the bundle as a whole: its signature does not hold."),
    E_BUNDLE_SIGNATURE_INVALID_FORMAT("Ask for a bundle.sig that is a compact JWS."),
    E_BUNDLE_SIGNATURE_MISSING_KID("Ask for a bundle.sig that names its key."),
    E_BUNDLE_SIGNATURE_INVALID_KEY_FORMAT("Ask for the signing key as an Ed25519 JWK."),
    E_BUNDLE_SIGNATURE_CRYPTO_ERROR("Ask for a bundle.sig with a header that PEAC allows."),
    E_BUNDLE_SIGNATURE_CONTENT_MISMATCH("Do not rely on the bundle as a whole: its signature is for another one.");

    private final String next;

    DisputeCode(String next) {
        this.next = next;
    }

    /// What the reader can do about it.
    public String next() {
        return next;
    }

    /// The code that an error of a report names; some carry a detail after a colon.
    static DisputeCode of(String error) {
        int colon = error.indexOf(':');
        return valueOf(colon < 0 ? error : error.substring(0, colon));
    }
}

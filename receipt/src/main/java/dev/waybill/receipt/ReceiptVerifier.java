package dev.waybill.receipt;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.text.Shortened;
import dev.waybill.receipt.claims.Warning;
import dev.waybill.receipt.claims.Wire02Claims;
import dev.waybill.receipt.code.Code;
import dev.waybill.receipt.code.Rejected;
import dev.waybill.receipt.jws.CompactJws;
import dev.waybill.receipt.jws.JoseHeader;
import dev.waybill.receipt.jws.Wire;
import dev.waybill.receipt.key.KeySet;
import dev.waybill.receipt.key.VerificationKey;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Judges one receipt, offline: envelope, strict JSON, signature, claims, workflow, time, in this order.
///
/// Format errors come before signature errors, as PEAC orders them. Safe for use by many threads.
public final class ReceiptVerifier {

    /// How much of an oversized text is encoded at once to find its digest.
    private static final int PIECE = 8192;

    private static final int LONGEST_QUOTE = 256;

    private final KeySet keys;
    private final VerifierOptions options;

    /// Receipts of one key share their header text: the last one read is remembered.
    private volatile @Nullable KnownHeader lastHeader;

    public ReceiptVerifier(KeySet keys, VerifierOptions options) {
        this.keys = keys;
        this.options = options;
    }

    public ReceiptCheck verify(String compact) {
        // Refused by its length, so that hostile text costs no copy of itself.
        return compact.length() > CompactJws.MAX_LENGTH
                ? judge(new byte[0], compact.length(), digest(compact))
                : verify(compact.getBytes(StandardCharsets.UTF_8));
    }

    public ReceiptCheck verify(byte[] compact) {
        byte[] own = compact.length > CompactJws.MAX_LENGTH ? compact : compact.clone();
        return judge(own, own.length, Digest.of(own));
    }

    private static Digest digest(String text) {
        MessageDigest sha256 = Digest.newSha256();
        CharsetEncoder utf8 = StandardCharsets.UTF_8
                .newEncoder()
                .onMalformedInput(CodingErrorAction.REPLACE)
                .onUnmappableCharacter(CodingErrorAction.REPLACE);
        CharBuffer in = CharBuffer.wrap(text);
        ByteBuffer piece = ByteBuffer.allocate(PIECE);
        boolean more;
        do {
            more = utf8.encode(in, piece, true).isOverflow();
            sha256.update(piece.flip());
            piece.clear();
        } while (more);
        return Digest.ofBytes(sha256.digest());
    }

    private ReceiptCheck judge(byte[] compact, int length, Digest ref) {
        JoseHeader header = null;
        try {
            CompactJws.checkLength(length);
            CompactJws jws = CompactJws.split(compact);
            header = header(jws);
            return verify(jws, header, ref);
        } catch (Rejected e) {
            Wire wire = header == null ? null : header.wire();
            return new ReceiptCheck.Invalid(e.code(), e.pointer(), e.getMessage(), wire, ref);
        }
    }

    private ReceiptCheck verify(CompactJws jws, JoseHeader header, Digest ref) {
        JsonObject claims = jws.payload();
        ClaimsGate.coherent(header.wire(), claims);
        VerificationKey key = signer(jws, header, claims);
        List<Warning> warnings = new ArrayList<>(ClaimsGate.check(header.wire(), claims));
        WorkflowClaims workflow = WorkflowClaims.read(header.wire(), claims);
        Receipt receipt = new Receipt(jws.compact(), ref, header, claims, workflow);
        checkIssuer(receipt, key);
        checkKeyInUse(key, receipt.issuedAt(), options.datesOfRevokedKeys());
        checkTimes(receipt, warnings);
        if (!key.kid().equals(header.kid())) {
            warnings.add(new Warning("kid_not_in_key_set", "/kid"));
        }
        return new ReceiptCheck.Valid(receipt, key, Warning.merge(warnings));
    }

    private JoseHeader header(CompactJws jws) {
        byte[] segment = jws.headerSegment();
        KnownHeader known = lastHeader;
        if (known != null && Arrays.equals(known.segment, segment)) {
            return known.header;
        }
        JoseHeader header = JoseHeader.of(jws.header());
        lastHeader = new KnownHeader(segment, header);
        return header;
    }

    private VerificationKey signer(CompactJws jws, JoseHeader header, JsonObject claims) {
        byte[] signature = jws.signature();
        String issuer = claims.string("iss").orElse("");
        List<VerificationKey> candidates = keys.candidates(issuer, header.kid());
        Long revokedAt = keys.revokedAt(issuer, header.kid());
        for (VerificationKey key : candidates) {
            boolean named = revokedAt == null || key.kid().equals(header.kid());
            if (named && key.verify(jws.compact(), jws.signingInputLength(), signature)) {
                return key;
            }
        }
        if (revokedAt != null && candidates.stream().noneMatch(key -> fits(key, issuer, header.kid()))) {
            throw new Rejected(
                    Code.E_KEY_REVOKED,
                    "key \"" + header.kid() + "\" of " + Shortened.of(issuer, LONGEST_QUOTE, "") + " was revoked at "
                            + Instant.ofEpochSecond(revokedAt));
        }
        for (VerificationKey key : candidates) {
            if (fits(key, issuer, header.kid())) {
                throw new Rejected(
                        Code.E_INVALID_SIGNATURE, "the signature is not one of " + key + " over these bytes");
            }
        }
        boolean elsewhere = keys.all().stream().anyMatch(key -> key.kid().equals(header.kid()));
        throw new Rejected(
                Code.E_KEY_NOT_FOUND,
                "no key that you gave fits: it is signed with key \"" + header.kid() + "\" of "
                        + Shortened.of(issuer, LONGEST_QUOTE, "")
                        + (elsewhere ? "; the key of that name here is another issuer's" : ""));
    }

    /// Whether a receipt says that this key signed it. Only then does a wrong signature prove that bytes were changed;
    /// a stranger's key proves nothing, however many of them there are.
    private static boolean fits(VerificationKey key, String issuer, String kid) {
        return key.kid().equals(kid) && ReceiptIssuer.mayUse(key, issuer);
    }

    /// What holds between a receipt and its key under any rules, those of a container too.
    static void checkSigner(Receipt receipt, VerificationKey key) {
        checkName(receipt, key);
        checkKeyInUse(key, receipt.issuedAt(), false);
    }

    private static void checkName(Receipt receipt, VerificationKey key) {
        if (!ReceiptIssuer.mayUse(key, receipt.issuer())) {
            throw new Rejected(
                    Code.E_INVALID_ISSUER, "/iss", receipt.issuer() + " is named after another key than " + key);
        }
    }

    private void checkIssuer(Receipt receipt, VerificationKey key) {
        checkName(receipt, key);
        String expected = options.expectedIssuer();
        if (expected != null && !expected.equals(receipt.issuer())) {
            throw new Rejected(
                    Code.E_INVALID_ISSUER, "/iss", "expected issuer " + expected + ", found " + receipt.issuer());
        }
    }

    private static void checkKeyInUse(VerificationKey key, long issuedAt, boolean believed) {
        if (key.validity().revokedAt(issuedAt)) {
            throw new Rejected(Code.E_KEY_REVOKED, key + " was revoked before " + Instant.ofEpochSecond(issuedAt));
        }
        if (key.validity().revokedAt() != null && !believed) {
            throw new Rejected(Code.E_KEY_REVOKED, undated(key));
        }
        if (!key.validity().inUseAt(issuedAt)) {
            throw new Rejected(Code.E_KEY_NOT_VALID_AT, key + " was not in use at " + Instant.ofEpochSecond(issuedAt));
        }
    }

    /// Why a receipt of a revoked key is not believed that dates itself before the revocation.
    public static String undated(VerificationKey key) {
        return key + " was revoked at " + revocation(key) + ", and no anchor shows that this existed before";
    }

    private static Instant revocation(VerificationKey key) {
        return Instant.ofEpochSecond(Objects.requireNonNull(key.validity().revokedAt()));
    }

    private void checkTimes(Receipt receipt, List<Warning> warnings) {
        if (receipt.wire() == Wire.V0_2) {
            warnings.addAll(Wire02Claims.checkTimes(receipt.claims(), options.now(), options.skewSeconds()));
            Wire02Claims.checkTypeExtension(receipt.claims());
            return;
        }
        if (receipt.issuedAt() > options.now() + options.skewSeconds()) {
            throw new Rejected(
                    Code.E_NOT_YET_VALID,
                    "/iat",
                    "issued at " + Instant.ofEpochSecond(receipt.issuedAt()) + ", the verifier's clock says "
                            + Instant.ofEpochSecond(options.now()));
        }
        Long expiry = receipt.expiresAt();
        if (expiry != null && expiry < options.now() - options.skewSeconds()) {
            if (!options.tolerateExpiry()) {
                throw new Rejected(Code.E_EXPIRED, "/exp", "expired at " + Instant.ofEpochSecond(expiry));
            }
            warnings.add(new Warning("expired", "/exp"));
        }
    }

    private static final class KnownHeader {
        final byte[] segment;
        final JoseHeader header;

        KnownHeader(byte[] segment, JoseHeader header) {
            this.segment = segment;
            this.header = header;
        }
    }
}

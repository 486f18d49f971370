package dev.waybill.packsjs.crypto;

import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/// What Node.js tells of a certificate.
final class Certificates {

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern(
                    "MMM ppd HH:mm:ss yyyy 'GMT'", Locale.ENGLISH)
            .withZone(ZoneOffset.UTC);
    private static final int DNS = 2;
    private static final int ADDRESS = 7;

    private Certificates() {}

    static JsonObject summary(X509Certificate certificate) throws GeneralSecurityException {
        return JsonObject.builder()
                .put("subject", name(certificate.getSubjectX500Principal().getName()))
                .put("issuer", name(certificate.getIssuerX500Principal().getName()))
                .put("subjectAltName", names(certificate))
                .put("fingerprint256", fingerprint(certificate))
                .put("validFrom", TIME.format(certificate.getNotBefore().toInstant()))
                .put("validTo", TIME.format(certificate.getNotAfter().toInstant()))
                .put("serialNumber", certificate.getSerialNumber().toString(16).toUpperCase(Locale.ROOT))
                .put("ca", JsonBool.of(certificate.getBasicConstraints() >= 0))
                .put("key", KeyText.write(certificate.getPublicKey()))
                .build();
    }

    /// One part a line, the outermost first.
    private static String name(String rfc2253) {
        List<String> parts = new ArrayList<>(List.of(rfc2253.split("(?<!\\\\),")));
        return String.join("\n", parts.reversed());
    }

    private static String fingerprint(X509Certificate certificate) throws GeneralSecurityException {
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded());
        return HexFormat.ofDelimiter(":").withUpperCase().formatHex(digest);
    }

    private static JsonValue names(X509Certificate certificate) throws CertificateParsingException {
        Collection<List<?>> names = certificate.getSubjectAlternativeNames();
        if (names == null) {
            return JsonNull.NULL;
        }
        List<String> written = new ArrayList<>();
        for (List<?> name : names) {
            switch ((Integer) name.getFirst()) {
                case DNS -> written.add("DNS:" + name.get(1));
                case ADDRESS -> written.add("IP Address:" + name.get(1));
                default -> written.add("URI:" + name.get(1));
            }
        }
        return new JsonString(String.join(", ", written));
    }
}

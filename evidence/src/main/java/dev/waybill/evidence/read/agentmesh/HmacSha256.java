package dev.waybill.evidence.read.agentmesh;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// The checksum of a meshpack.
final class HmacSha256 {

    private HmacSha256() {}

    /// @param parts hashed as one text, in their order
    static String hex(String key, Stream<byte[]> parts) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(padded(key), "HmacSHA256"));
            parts.forEach(mac::update);
            return HexFormat.of().formatHex(mac.doFinal());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has HmacSHA256", e);
        }
    }

    /// HMAC fills a key with zeros, so an empty key, which Java refuses, is one zero.
    private static byte[] padded(String key) {
        return key.isEmpty() ? new byte[1] : key.getBytes(StandardCharsets.UTF_8);
    }
}

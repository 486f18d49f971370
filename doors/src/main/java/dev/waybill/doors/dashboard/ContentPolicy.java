package dev.waybill.doors.dashboard;

import dev.waybill.base.Digest;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What a browser may load and run on our pages: our own files, nothing inline, nothing from elsewhere. The one
/// exception is the import map, which browsers read only from the page itself; its digest is named.
final class ContentPolicy {

    private static final Pattern IMPORT_MAP =
            Pattern.compile("<script type=\"importmap\">(.*?)</script>", Pattern.DOTALL);

    private ContentPolicy() {}

    static String of(String page) {
        Matcher map = IMPORT_MAP.matcher(page);
        if (!map.find()) {
            throw new IllegalStateException("the page has no import map");
        }
        byte[] digest = Digest.of(map.group(1).getBytes(StandardCharsets.UTF_8)).toBytes();
        return "default-src 'none'; script-src 'self' 'sha256-"
                + Base64.getEncoder().encodeToString(digest)
                + "'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none';"
                + " frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types lit-html";
    }
}

package dev.waybill.receipt.context;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;

/// The shapes of text that bindings and carriers accept.
public final class Texts {

    /// Ids and names; the limit that workflow contexts use.
    static final int LONGEST_NAME = 256;

    /// PEAC's limit for a URL.
    static final int LONGEST_URL = 2048;

    private Texts() {}

    /// Refuses text that is empty, too long, or that two readers could see differently.
    public static void checkName(String pointer, String text) {
        if (text.isEmpty() || text.length() > LONGEST_NAME || !isPlain(text)) {
            throw Refusals.format(
                    pointer, "1 to " + LONGEST_NAME + " characters without control characters", Refusals.found(text));
        }
    }

    /// An https URL that can serve as a hint. It is never fetched here.
    public static void checkHttpsUrl(String pointer, String text) {
        if (!text.startsWith("https://") || !isUrlWithHost(text)) {
            throw Refusals.format(
                    pointer,
                    "an https URL of at most " + LONGEST_URL + " characters without user or password",
                    Refusals.found(text));
        }
    }

    /// An http or https URL: agents on one machine use plain http.
    public static void checkWebUrl(String pointer, String text) {
        if ((!text.startsWith("https://") && !text.startsWith("http://")) || !isUrlWithHost(text)) {
            throw Refusals.format(
                    pointer,
                    "an http or https URL of at most " + LONGEST_URL + " characters without user or password",
                    Refusals.found(text));
        }
    }

    /// Any absolute URI: an MCP server may be reached over https, a pipe or a name.
    public static void checkUri(String pointer, String text) {
        if (uri(text).filter(URI::isAbsolute).filter(Texts::hasNoUser).isEmpty()) {
            throw Refusals.format(
                    pointer,
                    "an absolute URI of at most " + LONGEST_URL + " characters without user or password",
                    Refusals.found(text));
        }
    }

    private static boolean isUrlWithHost(String text) {
        return uri(text)
                .filter(Texts::hasNoUser)
                .map(URI::getRawAuthority)
                .filter(authority -> !authority.startsWith(":"))
                .isPresent();
    }

    private static boolean hasNoUser(URI uri) {
        String authority = uri.getRawAuthority();
        return authority == null || authority.indexOf('@') < 0;
    }

    private static Optional<URI> uri(String text) {
        if (text.length() > LONGEST_URL || !isVisibleAscii(text)) {
            return Optional.empty();
        }
        try {
            return Optional.of(new URI(text));
        } catch (URISyntaxException _) {
            return Optional.empty();
        }
    }

    private static boolean isVisibleAscii(String text) {
        return text.chars().allMatch(c -> c > 0x20 && c < 0x7F);
    }

    private static boolean isPlain(String text) {
        return text.codePoints()
                .noneMatch(c -> Character.isISOControl(c) || Character.getType(c) == Character.SURROGATE);
    }
}

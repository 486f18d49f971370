package dev.waybill.doors.rest;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Which version of OpenWOP a request speaks: `/v1` before the path says it, or the header `OpenWOP-Version`. The
/// routes
/// are the same either way.
public final class ProtocolVersion {

    public static final String HEADER = "OpenWOP-Version";

    /// What this host speaks.
    public static final String CURRENT = "1.0";

    private static final String PREFIX = "/v1";
    private static final String MAJOR = "1";
    private static final Pattern FORM = Pattern.compile("(\\d{1,4})(\\.(\\d{1,4}|x))?");

    private ProtocolVersion() {}

    /// Whether a path says its version.
    static boolean isVersioned(String rawPath) {
        return rawPath.equals(PREFIX) || rawPath.startsWith(PREFIX + "/");
    }

    static String withoutVersion(String rawPath) {
        return isVersioned(rawPath) ? rawPath.substring(PREFIX.length()) : rawPath;
    }

    /// @param header as the request has it; null for none
    /// @param needed whether the path leaves the version to the header
    /// @throws RestRefusal when the request speaks another version, or none
    static void check(String rawPath, @Nullable String header, boolean needed) {
        if (header == null) {
            if (needed) {
                throw mismatch("this path names no version; put /v1 before it, or send " + HEADER + ": 1");
            }
            return;
        }
        Matcher form = FORM.matcher(header.strip());
        if (!form.matches()) {
            throw RestRefusal.invalid("expected a version such as 1 in " + HEADER + ", found another text");
        }
        if (!form.group(1).equals(MAJOR)) {
            throw isVersioned(rawPath)
                    ? mismatch("the path says version 1 and " + HEADER + " says " + header.strip())
                    : unsupported(header.strip());
        }
    }

    private static RestRefusal mismatch(String message) {
        return new RestRefusal(400, "protocol_version_mismatch", message);
    }

    private static RestRefusal unsupported(String asked) {
        return new RestRefusal(
                406,
                "protocol_version_unsupported",
                "this host speaks version " + CURRENT + " of OpenWOP, not " + asked,
                JsonObject.EMPTY.with("protocolVersions", JsonArray.ofStrings(List.of(CURRENT))));
    }
}

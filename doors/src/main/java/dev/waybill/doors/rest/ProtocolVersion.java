package dev.waybill.doors.rest;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Which version of OpenWOP a request speaks: `/v1` before the path says it, or the header `OpenWOP-Version`, or
/// nobody, and then it is the first one. The routes are the same either way.
public final class ProtocolVersion {

    public static final String HEADER = "OpenWOP-Version";

    private static final String PREFIX = Dialect.FIRST.prefix();
    private static final Pattern FORM = Pattern.compile("(\\d{1,4})(\\.(\\d{1,4}|x))?");

    private ProtocolVersion() {}

    /// Whether a path says its version.
    static boolean isVersioned(String rawPath) {
        return rawPath.equals(PREFIX) || rawPath.startsWith(PREFIX + "/");
    }

    static String withoutVersion(String rawPath) {
        return Dialect.unaliased(isVersioned(rawPath) ? rawPath.substring(PREFIX.length()) : rawPath);
    }

    /// @param header as the request has it; null for none
    /// @param spoken the versions that this host offers
    /// @throws RestRefusal when the request speaks a version that this host does not, or two at once
    static Dialect of(String rawPath, @Nullable String header, List<Dialect> spoken) {
        if (header == null) {
            return Dialect.FIRST;
        }
        Matcher form = FORM.matcher(header.strip());
        if (!form.matches()) {
            throw RestRefusal.invalid("expected a version such as 1 in " + HEADER + ", found another text");
        }
        Dialect asked = spoken.stream()
                .filter(dialect -> dialect.major().equals(form.group(1)))
                .findFirst()
                .orElse(null);
        if (isVersioned(rawPath) && (asked == null || !asked.isFirst())) {
            throw new RestRefusal(
                    400,
                    "protocol_version_mismatch",
                    "the path says version 1 and " + HEADER + " says " + header.strip());
        }
        if (asked == null) {
            throw unsupported(header.strip());
        }
        return asked;
    }

    private static RestRefusal unsupported(String asked) {
        return new RestRefusal(
                406,
                "protocol_version_unsupported",
                "this host speaks OpenWOP " + String.join(" and ", Dialect.versions()) + ", not " + asked,
                JsonObject.of("protocolVersions", JsonArray.ofStrings(Dialect.versions())));
    }
}

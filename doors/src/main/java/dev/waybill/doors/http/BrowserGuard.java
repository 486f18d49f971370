package dev.waybill.doors.http;

import java.net.URI;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// Keeps foreign web pages out. A page may reach this server through the browser of somebody who can; it is known by
/// its `Origin`, or by a `Host` name that is not ours but points here (DNS rebinding).
final class BrowserGuard {

    private final String ownHost;
    private final BooleanSupplier onlyOwnNames;
    private final Set<String> origins = new LinkedHashSet<>();
    private final Set<String> originHosts = new LinkedHashSet<>();

    BrowserGuard(ServerSettings settings, BooleanSupplier onlyOwnNames) {
        this.ownHost = settings.host().toLowerCase(Locale.ROOT);
        this.onlyOwnNames = onlyOwnNames;
        for (String origin : settings.origins()) {
            origins.add(origin.toLowerCase(Locale.ROOT));
            host(authority(origin)).ifPresent(originHosts::add);
        }
    }

    /// Why a request is refused, if it is.
    Optional<String> objection(@Nullable String origin, @Nullable String authority) {
        Optional<String> name = host(authority == null ? "" : authority.toLowerCase(Locale.ROOT));
        if (name.filter(this::isOurs).isEmpty() && onlyOwnNames.getAsBoolean()) {
            return Optional.of("the host name " + authority + " is not one of this server; call it as localhost,"
                    + " or make an API key (waybill apikeys new)");
        }
        if (origin == null || isOwn(origin.toLowerCase(Locale.ROOT), authority, name)) {
            return Optional.empty();
        }
        return Optional.of(
                "pages of " + origin + " may not call this server; to allow them, start it with --origin " + origin);
    }

    private boolean isOwn(String origin, @Nullable String authority, Optional<String> name) {
        return origins.contains(origin)
                || (authority != null
                        && authority(origin).equalsIgnoreCase(authority)
                        && name.filter(this::isOurs).isPresent());
    }

    private boolean isOurs(String name) {
        return Loopback.isName(name) || name.equals(ownHost) || originHosts.contains(name);
    }

    private static String authority(String origin) {
        int scheme = origin.indexOf("://");
        return scheme < 0 ? "" : origin.substring(scheme + 3).toLowerCase(Locale.ROOT);
    }

    /// The name in `name:port`; empty when it cannot be read.
    private static Optional<String> host(String authority) {
        try {
            return Optional.ofNullable(URI.create("http://" + authority).getHost());
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }
}

package dev.waybill.app.telemetry;

import java.net.URI;
import java.util.Map;

/// Where traces and metrics go, and as whose.
///
/// @param headers may hold a secret; never shown
/// @param instance tells the processes of a service apart
record Target(
        URI endpoint,
        Map<String, String> headers,
        String service,
        String version,
        String instance,
        long intervalMillis) {

    String signal(String name) {
        String base = endpoint.toString();
        return (base.endsWith("/") ? base.substring(0, base.length() - 1) : base) + "/v1/" + name;
    }

    @Override
    public String toString() {
        return endpoint.toString();
    }
}

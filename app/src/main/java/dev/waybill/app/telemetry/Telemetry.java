package dev.waybill.app.telemetry;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.cli.Version;
import dev.waybill.app.config.Settings;
import dev.waybill.runtime.CommitWatch;
import dev.waybill.view.trace.RunSpans;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// What this process tells a collector, if there is one.
///
/// Spans are exported by the process that commits their end, once, after the commit. One that dies in between leaves no
/// gap in the log: `waybill telemetry --run RUN` derives the same spans, with the same ids.
public final class Telemetry implements AutoCloseable {

    private final @Nullable Bystander bystander;

    private Telemetry(@Nullable Bystander bystander) {
        this.bystander = bystander;
    }

    /// @param kind what the process is: `serve`, `run`, …
    /// @param spans what runs look like
    /// @param figures what the process can be asked for at any time
    /// @param trouble hears once when the collector cannot be reached
    /// @throws Failure when the settings cannot be used
    public static Telemetry open(
            Environment environment, String kind, RunSpans spans, Figures figures, Consumer<String> trouble) {
        return Settings.TELEMETRY
                .in(environment)
                .map(endpoint -> new Telemetry(new Bystander(
                        "waybill-telemetry",
                        new SpanLookout(spans, target(environment, kind, endpoint), figures, trouble),
                        e -> trouble.accept("traces are incomplete: " + e))))
                .orElseGet(() -> new Telemetry(null));
    }

    /// What spans call the service that they are of.
    public static String service(Environment environment) {
        return Settings.TELEMETRY_SERVICE.orUsual(environment);
    }

    private static Target target(Environment environment, String kind, String endpoint) {
        return new Target(
                address(endpoint),
                headers(Settings.TELEMETRY_HEADERS.in(environment).orElse("")),
                service(environment),
                Version.current().version(),
                kind + "-" + ProcessHandle.current().pid(),
                Settings.TELEMETRY_INTERVAL.orUsual(environment));
    }

    private static URI address(String text) {
        try {
            URI address = new URI(text);
            String scheme = address.getScheme();
            if (address.getHost() != null && ("http".equals(scheme) || "https".equals(scheme))) {
                return address;
            }
        } catch (URISyntaxException _) {
            // Told below.
        }
        throw Failure.usage(
                "%s: expected an http or https address, found '%s'".formatted(Settings.TELEMETRY.variable(), text),
                "Name the OTLP receiver for HTTP, such as http://localhost:4318, or set it to nothing.");
    }

    /// `name=value,name=value`, with values as in a URL.
    static Map<String, String> headers(String text) {
        Map<String, String> headers = new LinkedHashMap<>();
        for (String pair : text.split(",", -1)) {
            int sign = pair.indexOf('=');
            if (pair.isBlank()) {
                continue;
            }
            if (sign < 1) {
                // What was found may be a secret.
                throw Failure.usage(
                        Settings.TELEMETRY_HEADERS.variable() + ": expected NAME=VALUE, separated by commas", null);
            }
            headers.put(
                    pair.substring(0, sign).strip(),
                    URLDecoder.decode(pair.substring(sign + 1).strip().replace("+", "%2B"), StandardCharsets.UTF_8));
        }
        return headers;
    }

    /// Hears what is committed.
    public CommitWatch watch() {
        return bystander == null ? CommitWatch.NONE : bystander;
    }

    @Override
    public void close() {
        if (bystander != null) {
            bystander.close();
        }
    }
}

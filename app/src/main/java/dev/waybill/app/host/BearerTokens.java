package dev.waybill.app.host;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.config.Setting;
import dev.waybill.app.config.Settings;
import dev.waybill.doors.jwt.JwtAlgorithm;
import dev.waybill.doors.jwt.JwtKeyAddress;
import dev.waybill.doors.jwt.JwtKeyFile;
import dev.waybill.doors.jwt.JwtKeySource;
import dev.waybill.doors.jwt.JwtKeys;
import dev.waybill.doors.jwt.JwtRules;
import dev.waybill.doors.jwt.JwtVerifier;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Tokens of an identity provider, where one is configured: `auth.jwt.*`.
public final class BearerTokens {

    private static final List<String> THIS_MACHINE = List.of("localhost", "127.0.0.1", "[::1]");

    private final Environment environment;

    public BearerTokens(Environment environment) {
        this.environment = environment;
    }

    /// @param trouble hears why the provider's keys cannot be read
    /// @throws Failure when the settings do not go together
    public Optional<JwtVerifier> verifier(Consumer<String> trouble) {
        boolean wanted = List.of(Settings.JWT_ISSUER, Settings.JWT_AUDIENCE, Settings.JWT_KEYS).stream()
                .anyMatch(setting -> setting.in(environment).isPresent());
        return wanted
                ? Optional.of(new JwtVerifier(rules(), source(), environment.clock(), trouble))
                : Optional.empty();
    }

    private JwtRules rules() {
        return new JwtRules(
                needed(Settings.JWT_ISSUER),
                needed(Settings.JWT_AUDIENCE),
                Duration.ofSeconds(Settings.JWT_LEEWAY.orUsual(environment)),
                Settings.JWT_ALGORITHMS.orUsual(environment).stream()
                        .map(BearerTokens::algorithm)
                        .toList(),
                Settings.JWT_TENANT_CLAIM.orUsual(environment),
                Settings.JWT_TENANT.in(environment).orElse(null),
                Settings.JWT_PRINCIPAL_CLAIM.orUsual(environment),
                Settings.JWT_SCOPES_CLAIM.orUsual(environment));
    }

    private String needed(Setting<String> setting) {
        return setting.in(environment)
                .orElseThrow(() -> Failure.usage(
                        "bearer tokens are configured, but %s is not set".formatted(setting.name()),
                        "Set it in the configuration file, or as %s.".formatted(setting.variable())));
    }

    private static JwtAlgorithm algorithm(String word) {
        return JwtAlgorithm.of(word)
                .orElseThrow(() -> Failure.usage(
                        "%s: expected EdDSA, ES256 or RS256, found '%s'"
                                .formatted(Settings.JWT_ALGORITHMS.name(), word),
                        null));
    }

    /// A file that cannot be used is found at the start. An address is asked when the first token comes: the provider
    /// may start after us.
    private JwtKeySource source() {
        String place = needed(Settings.JWT_KEYS);
        if (place.startsWith("http:") || place.startsWith("https:")) {
            return new JwtKeyAddress(address(place));
        }
        JwtKeyFile file = new JwtKeyFile(Path.of(place));
        try {
            JwtKeys.read(file.read());
        } catch (IOException | IllegalArgumentException e) {
            throw Failure.unreadable(
                    "%s: the keys in %s cannot be used: %s".formatted(Settings.JWT_KEYS.name(), place, e.getMessage()),
                    null);
        }
        return file;
    }

    private static URI address(String text) {
        try {
            URI address = URI.create(text);
            String host = address.getHost();
            if (host != null && (text.startsWith("https:") || THIS_MACHINE.contains(host))) {
                return address;
            }
        } catch (IllegalArgumentException _) {
            // Told below.
        }
        throw Failure.usage(
                "%s: expected a path or an https address, found '%s'".formatted(Settings.JWT_KEYS.name(), text),
                "Keys that come over an open line could be anybody's.");
    }
}

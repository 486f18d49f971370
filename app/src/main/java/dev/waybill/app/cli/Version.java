package dev.waybill.app.cli;

import dev.waybill.base.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Properties;

/// Which Waybill this is, and on which Java it runs. Written into the jar by the build.
public record Version(String version, String commit, String java) {

    public static Version current() {
        var properties = new Properties();
        try (InputStream in = Objects.requireNonNull(
                Version.class.getResourceAsStream("/dev/waybill/app/version.properties"),
                "version.properties is not in the jar")) {
            properties.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Version(
                properties.getProperty("version", "unknown"),
                properties.getProperty("commit", "unknown"),
                Runtime.version().toString());
    }

    public JsonObject toJson() {
        return JsonObject.of("version", version).with("commit", commit).with("java", java);
    }

    public String toText() {
        return "waybill " + version + " (commit " + commit + ", java " + java + ")";
    }
}

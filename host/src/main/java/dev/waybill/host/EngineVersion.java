package dev.waybill.host;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Properties;

/// Which Waybill this is; every run's header says so.
final class EngineVersion {

    private EngineVersion() {}

    static String current() {
        Properties properties = new Properties();
        try (InputStream in = Objects.requireNonNull(
                EngineVersion.class.getResourceAsStream("version.properties"),
                "version.properties is not in the jar")) {
            properties.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return properties.getProperty("version", "unknown");
    }
}

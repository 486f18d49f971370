package dev.waybill.doors.dashboard;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The files of the pages: ours, shipped as they are written, and those of lit-html. A name is looked up among the
/// resources of the program and nowhere else.
final class Assets {

    /// One plain name: no folder, so no way out of ours.
    private static final Pattern OWN = Pattern.compile("[a-z][a-z0-9-]*\\.(js|css|svg|html)");

    private static final Pattern LIBRARY = Pattern.compile("(directives/)?[a-z][a-z-]*\\.js");
    private static final String LIT = "/META-INF/resources/webjars/lit-html/3.3.2/";

    private final Map<String, Asset> own = new ConcurrentHashMap<>();
    private final Map<String, Asset> library = new ConcurrentHashMap<>();

    Optional<Asset> own(String name) {
        return OWN.matcher(name).matches() ? found(own, "", name) : Optional.empty();
    }

    Optional<Asset> library(String name) {
        return LIBRARY.matcher(name).matches() ? found(library, LIT, name) : Optional.empty();
    }

    private static Optional<Asset> found(Map<String, Asset> known, String folder, String name) {
        return Optional.ofNullable(known.computeIfAbsent(name, it -> read(folder + it)));
    }

    private static @Nullable Asset read(String resource) {
        try (InputStream in = Assets.class.getResourceAsStream(resource)) {
            return in == null ? null : Asset.of(resource, in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

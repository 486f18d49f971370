package dev.waybill.agents.sheet;

import dev.waybill.engine.node.NodeManifest;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/// A manifest that lies beside its type as a resource, read when somebody asks for it.
public final class Sheet {

    private Sheet() {}

    /// @param beside a class of the package in which it lies
    public static NodeManifest of(Class<?> beside, String name) {
        try (InputStream bytes = beside.getResourceAsStream(name + ".json")) {
            if (bytes == null) {
                throw new IllegalStateException("there is no manifest " + name);
            }
            return NodeManifest.of(new String(bytes.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

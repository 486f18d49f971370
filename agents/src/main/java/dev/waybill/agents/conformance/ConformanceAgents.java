package dev.waybill.agents.conformance;

import dev.waybill.agents.pack.AgentRegistry;
import dev.waybill.agents.pack.HostCapabilities;
import dev.waybill.agents.pack.PackFiles;
import dev.waybill.agents.pack.PackShelf;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// The agents of a host that was started for tests. A pack that the user has added, with an agent of the same id, comes
/// first.
public final class ConformanceAgents {

    private static final String SOURCE = "built in, for test suites";
    private static final List<String> FILES = List.of(
            PackFiles.MANIFEST, "conformance-strict-handoff.json", "structured-task.json", "structured-return.json");

    private ConformanceAgents() {}

    public static AgentRegistry beside(AgentRegistry others, HostCapabilities host) {
        Map<String, byte[]> files = new LinkedHashMap<>();
        FILES.forEach(name -> files.put(name, file(name)));
        return others.and(new AgentRegistry.Shelved(PackShelf.sound(SOURCE, PackFiles.of(files), host), SOURCE));
    }

    private static byte[] file(String name) {
        try (InputStream in = ConformanceAgents.class.getResourceAsStream(name)) {
            return Objects.requireNonNull(in, name).readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

package dev.waybill.agents.pack;

import dev.waybill.base.Digest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Finds the packs of a host: those that the user added, then those in the folders that the configuration names.
public final class PackFolders {

    private PackFolders() {}

    /// @param folders each is a pack itself, or holds packs
    public static AgentRegistry in(List<Path> folders, HostCapabilities host) {
        return load(new ArrayList<>(), new ArrayList<>(), folders, host);
    }

    /// @param folders each is a pack itself, or holds packs
    public static AgentRegistry load(PackShelf shelf, List<Path> folders, HostCapabilities host) {
        List<AgentRegistry.Shelved> packs = new ArrayList<>();
        List<AgentRegistry.Unusable> unusable = new ArrayList<>();
        added(shelf)
                .forEach((name, digest) ->
                        collect("added: " + name, packs, unusable, () -> shelf.get(name, digest, host)));
        return load(packs, unusable, folders, host);
    }

    private static AgentRegistry load(
            List<AgentRegistry.Shelved> packs,
            List<AgentRegistry.Unusable> unusable,
            List<Path> folders,
            HostCapabilities host) {
        for (Path folder : folders) {
            for (Path each : in(folder, unusable)) {
                collect(
                        each.toString(),
                        packs,
                        unusable,
                        () -> PackShelf.sound(each.toString(), PackFiles.read(each), host));
            }
        }
        return new AgentRegistry(host, packs, unusable);
    }

    private interface Reading {
        Pack read() throws IOException;
    }

    private static void collect(
            String source, List<AgentRegistry.Shelved> packs, List<AgentRegistry.Unusable> unusable, Reading reading) {
        try {
            packs.add(new AgentRegistry.Shelved(reading.read(), source));
        } catch (PackRefused refused) {
            unusable.add(new AgentRegistry.Unusable(source, refused.refusal().message()));
        } catch (IOException e) {
            unusable.add(new AgentRegistry.Unusable(source, "it cannot be read: " + e.getMessage()));
        }
    }

    private static Map<String, Digest> added(PackShelf shelf) {
        try {
            return shelf.pinned();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Path> in(Path folder, List<AgentRegistry.Unusable> unusable) {
        if (Files.isRegularFile(folder.resolve(PackFiles.MANIFEST))) {
            return List.of(folder);
        }
        try (Stream<Path> inside = Files.list(folder)) {
            return inside.filter(each -> Files.isRegularFile(each.resolve(PackFiles.MANIFEST)))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            unusable.add(new AgentRegistry.Unusable(folder.toString(), "there is no such folder"));
            return List.of();
        }
    }
}

package dev.waybill.agents.part;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Finds the optional parts of this installation. A part is a folder of jars with the part's name, or what a build left
/// in a checkout. It is the operator who puts it there; a data directory never brings one.
///
/// @param places folders in which parts lie, the first one that has a part counts
public record Parts(List<Path> places) {

    /// The JavaScript of packs.
    public static final String PACKS_JS = "packs-js";

    /// A model on this machine that makes vectors of texts.
    public static final String MINILM = "minilm";

    public static final Parts NONE = new Parts(List.of());

    public Parts {
        places = List.copyOf(places);
    }

    /// The folder with the jars of a part.
    public Optional<Path> find(String name) {
        for (Path place : places) {
            for (Path folder : List.of(place.resolve(name), place.resolve(name).resolve("target/part"))) {
                if (hasJars(folder)) {
                    return Optional.of(folder.toAbsolutePath().normalize());
                }
            }
        }
        return Optional.empty();
    }

    private static boolean hasJars(Path folder) {
        if (!Files.isDirectory(folder)) {
            return false;
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.anyMatch(file -> file.toString().endsWith(".jar"));
        } catch (IOException | InvalidPathException _) {
            return false;
        }
    }
}

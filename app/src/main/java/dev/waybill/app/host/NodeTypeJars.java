package dev.waybill.app.host;

import dev.waybill.app.cli.Failure;
import dev.waybill.engine.node.Activity;
import dev.waybill.engine.node.NodeTypes;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Stream;

/// Node types that users bring: classes that a jar names in `META-INF/services/dev.waybill.engine.node.Activity`.
final class NodeTypeJars {

    private NodeTypeJars() {}

    /// The core types and those of all jars.
    ///
    /// @param folder whose jars are taken as well, when it exists
    static NodeTypes load(Path folder, List<Path> jars) {
        List<Path> all = new ArrayList<>(inFolder(folder));
        for (Path jar : jars) {
            if (!Files.isRegularFile(jar)) {
                throw Failure.unreadable("there is no jar " + jar, "Check --node-types.");
            }
            all.add(jar);
        }
        NodeTypes types = NodeTypes.core();
        for (Path jar : all) {
            types = with(types, jar);
        }
        return types;
    }

    private static List<Path> inFolder(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".jar"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw Failure.unreadable(
                    folder + " cannot be read: " + e.getMessage(), "Check that you have permission to read it.");
        }
    }

    private static NodeTypes with(NodeTypes known, Path jar) {
        List<Activity> found = new ArrayList<>();
        try {
            // One loader a jar: two authors may bring different versions of the same library.
            ServiceLoader.load(Activity.class, loader(jar)).forEach(found::add);
            return known.and(found);
        } catch (java.util.ServiceConfigurationError | LinkageError e) {
            throw bad(jar, String.valueOf(e.getMessage()));
        } catch (IllegalArgumentException e) {
            throw bad(jar, String.valueOf(e.getMessage()));
        }
    }

    /// Never closed: its classes are needed as long as the process works.
    @SuppressWarnings("resource")
    private static ClassLoader loader(Path jar) {
        try {
            return new URLClassLoader(new URL[] {jar.toUri().toURL()}, NodeTypeJars.class.getClassLoader());
        } catch (MalformedURLException e) {
            throw new IllegalStateException("every path has a URL", e);
        }
    }

    private static Failure bad(Path jar, String why) {
        return Failure.unreadable(
                "the node types of " + jar + " cannot be used: " + why,
                "Name its classes in META-INF/services/" + Activity.class.getName()
                        + ", each with a public constructor.");
    }
}

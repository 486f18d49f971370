package dev.waybill.app.host;

import dev.waybill.app.cli.Failure;
import dev.waybill.engine.node.Activity;
import dev.waybill.engine.node.NodeTypes;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.zip.ZipFile;

/// Node types that users bring: classes that a jar names in `META-INF/services/dev.waybill.engine.node.Activity`.
final class NodeTypeJars {

    private static final String SERVICE = "META-INF/services/" + Activity.class.getName();

    private NodeTypeJars() {}

    /// The given types and those of all jars.
    static NodeTypes load(NodeTypes ours, List<Path> jars) {
        NodeTypes types = ours;
        for (Path jar : jars) {
            types = with(types, jar);
        }
        return types;
    }

    private static NodeTypes with(NodeTypes known, Path jar) {
        requireTypes(jar);
        List<Activity> found = new ArrayList<>();
        try {
            // One loader a jar: two authors may bring different versions of the same library.
            ServiceLoader.load(Activity.class, loader(jar)).forEach(found::add);
            return known.and(found);
        } catch (ServiceConfigurationError | LinkageError | IllegalArgumentException e) {
            throw bad(jar, String.valueOf(e.getMessage()));
        }
    }

    /// A class loader takes any file for a jar, and finds nothing in it.
    private static void requireTypes(Path jar) {
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            if (zip.getEntry(SERVICE) == null) {
                throw bad(jar, "it names none");
            }
        } catch (IOException e) {
            throw bad(jar, "it is no jar (" + e.getMessage() + ")");
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
                "Name its classes in " + SERVICE + ", each with a public constructor.");
    }
}

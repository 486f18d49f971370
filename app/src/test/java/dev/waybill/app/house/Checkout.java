package dev.waybill.app.house;

import dev.waybill.testkit.Interop;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;

/// A checkout with the real launcher, and a jar that leads to the classes of this build. Maven's part is
/// played by a script that puts that jar where the build would: a real build takes longer than all tests.
record Checkout(Path root) {

    static final String JAVA_HOME = System.getProperty("java.home", "");

    static Checkout at(Path root) {
        try {
            Files.createDirectories(root.resolve("launcher"));
            for (String file : List.of("waybill", "launcher/jdk.sh", "launcher/build.sh", "launcher/caches.sh")) {
                Files.copy(Interop.projectRoot().resolve(file), root.resolve(file));
            }
            return new Checkout(root);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// As after a first start: everything is remembered.
    Checkout built() {
        writeJar(jar());
        write(
                state().resolve("launch"),
                "built_in='%s'\njava='%s/bin/java'\njar='%s'\n".formatted(root, JAVA_HOME, jar()));
        return this;
    }

    Path launcher() {
        return root.resolve("waybill");
    }

    /// Where the launcher keeps what it remembers.
    Path state() {
        return root.resolve(".waybill");
    }

    Path jar() {
        return root.resolve("app/target/waybill/waybill.jar");
    }

    /// A folder for the PATH whose `mvn` builds at once and notes that it did.
    Path mavenThatBuilds() {
        Path finished = root.resolve("finished.jar");
        writeJar(finished);
        return maven("echo build >>'" + root + "/builds'; mkdir -p '" + jar().getParent() + "'; cp '" + finished + "' '"
                + jar() + "'");
    }

    /// A folder for the PATH whose `mvn` fails as a compiler error does.
    Path mavenThatFails() {
        return maven("echo '[ERROR] Main.java:[3,1] error: a semicolon is missing'; exit 1");
    }

    private Path maven(String build) {
        Shell.program(root.resolve("bin/mvn"), """
                #!/bin/sh
                case "$*" in *-v) echo 'Apache Maven 3.9.9 (test)'; exit 0 ;; esac
                """ + build + "\n");
        return root.resolve("bin");
    }

    static void write(Path file, String text) {
        try {
            Files.createDirectories(file.resolveSibling("."));
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// A jar without classes whose manifest names the class path of this test.
    static void writeJar(Path file) {
        var manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, classPath());
        try {
            Files.createDirectories(file.resolveSibling("."));
            new JarOutputStream(Files.newOutputStream(file), manifest).close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String classPath() {
        String entries = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path", ""));
        return Arrays.stream(entries.split(File.pathSeparator, -1))
                .map(entry -> Path.of(entry).toUri().toString())
                .collect(Collectors.joining(" "));
    }
}

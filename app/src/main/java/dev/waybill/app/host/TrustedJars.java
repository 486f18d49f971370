package dev.waybill.app.host;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Failure;
import dev.waybill.base.Digest;
import dev.waybill.view.text.Count;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Which jars this user trusts: each line of `~/.config/waybill/node-types` has a digest and a path, as `sha256sum`
/// writes them.
///
/// A data directory is data. It may come from anybody, and to look at it must not run what somebody put into it.
final class TrustedJars {

    private static final Pattern LINE = Pattern.compile("([0-9a-f]{64}) [ *](.+)");

    private final Environment environment;
    private final Path list;

    TrustedJars(Environment environment) {
        this.environment = environment;
        this.list = environment.configuration().resolve("node-types");
    }

    /// The jars of the list, each with the digest that the list says.
    List<Path> jars() {
        List<Path> jars = new ArrayList<>();
        for (String line : lines()) {
            if (!line.isBlank() && !line.startsWith("#")) {
                jars.add(jar(line));
            }
        }
        return jars;
    }

    private List<String> lines() {
        try {
            return Files.exists(list) ? Files.readAllLines(list) : List.of();
        } catch (IOException e) {
            throw Failure.unreadable(
                    list + " cannot be read: " + e.getMessage(), "Check that you have permission to read it.");
        }
    }

    private Path jar(String line) {
        Matcher parts = LINE.matcher(line);
        if (!parts.matches()) {
            throw Failure.unreadable(
                    list + ": expected a digest and a path, found \"" + line + "\"",
                    "Write each line with: sha256sum JAR >> " + list);
        }
        try {
            Path jar = environment.configuration().resolve(parts.group(2));
            Digest found = Digest.of(Files.readAllBytes(jar));
            if (!found.hex().equals(parts.group(1))) {
                throw new Failure(
                        ExitCode.TAMPERED,
                        "node_types_changed",
                        "%s is not the jar that you trust: expected sha256 %s, found %s"
                                .formatted(jar, parts.group(1), found.hex()),
                        "If you changed it yourself, change its line in " + list + ".");
            }
            return jar;
        } catch (IOException | InvalidPathException e) {
            throw Failure.unreadable(
                    "the jar %s cannot be read: %s".formatted(parts.group(2), e.getMessage()),
                    "It is named in " + list + ".");
        }
    }

    /// Says that a data directory brings code, which is not run.
    void passOver(Path folder, List<Path> trusted) {
        if (!Files.isDirectory(folder)) {
            return;
        }
        try (Stream<Path> files = Files.list(folder)) {
            long passed = files.filter(file -> file.toString().endsWith(".jar"))
                    .filter(file -> trusted.stream().noneMatch(jar -> isSame(jar, file)))
                    .count();
            if (passed > 0) {
                environment
                        .err()
                        .println("waybill: note: " + folder + " brings " + Count.of(passed, "jar")
                                + ", which a data directory may not: not loaded. To trust one: sha256sum JAR >> "
                                + list);
            }
        } catch (IOException e) {
            // What cannot be listed is not loaded either.
        }
    }

    private static boolean isSame(Path jar, Path file) {
        try {
            return Files.isSameFile(jar, file);
        } catch (IOException e) {
            return false;
        }
    }
}

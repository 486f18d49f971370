package dev.waybill.app.command;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.Subprocess;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Looks at what Waybill is built and started with: Java, Maven, and what the launcher prepared.
record ToolCheckups(Environment environment) {

    private static final int JAVA = 25;
    private static final Pattern MAVEN = Pattern.compile(".*?Apache Maven (\\d+)\\.(\\d+)\\S*.*", Pattern.DOTALL);
    private static final String TRAIN = "Run 'waybill --train'.";

    List<Checkup> all() {
        List<Checkup> checkups = new ArrayList<>(List.of(java()));
        // A release brings its own Java and builds nothing.
        if (environment.launched().isEmpty() || environment.checkout().isPresent()) {
            checkups.add(maven());
        }
        checkups.addAll(List.of(launcher(), startCache("quick"), startCache("bulk"), startCache("mcp")));
        return checkups;
    }

    private static Checkup java() {
        String found = Runtime.version() + " in " + System.getProperty("java.home");
        return Runtime.version().feature() >= JAVA
                ? Checkup.ok("java", found)
                : Checkup.missing("java", found, "Install a JDK " + JAVA + " or newer, then './waybill --rebuild'.");
    }

    private Checkup maven() {
        Optional<Path> program = onPath("mvn");
        if (program.isEmpty()) {
            return Checkup.missing("maven", "no mvn on the PATH", "Install Maven 3.8 or newer; builds need it.");
        }
        Matcher version = MAVEN.matcher(
                Subprocess.run(List.of(program.get().toString(), "-v")).output());
        if (!version.matches()) {
            return Checkup.warning("maven", program.get() + " did not tell its version", "Try 'mvn -v'.");
        }
        String found = version.group(1) + "." + version.group(2) + " (" + program.get() + ")";
        boolean recent = Integer.parseInt(version.group(1)) > 3 || Integer.parseInt(version.group(2)) >= 8;
        return recent ? Checkup.ok("maven", found) : Checkup.missing("maven", found, "Install Maven 3.8 or newer.");
    }

    private Optional<Path> onPath(String program) {
        for (String folder : environment.variable("PATH").orElse("").split(File.pathSeparator, -1)) {
            Path candidate = Path.of(folder, program);
            if (Files.isExecutable(candidate) && !Files.isDirectory(candidate)) {
                return Optional.of(candidate);
            }
        }
        return Optional.empty();
    }

    private Checkup launcher() {
        return environment
                .launched()
                .map(home -> Checkup.ok("launcher", home.resolve("waybill").toString()))
                .orElseGet(() -> Checkup.warning(
                        "launcher", "the jar was started without it", "Start with 'waybill' or './waybill'."));
    }

    /// Asks a JVM to insist on the cache: it refuses to start when the cache does not fit.
    private Checkup startCache(String role) {
        String name = "start-up cache " + role;
        Optional<Path> cache = environment.launched().map(home -> caches(home).resolve(role + ".aot"));
        if (cache.isEmpty() || !Files.isReadable(cache.get())) {
            return Checkup.warning(name, "absent: every start takes longer", TRAIN);
        }
        Subprocess trial = Subprocess.run(
                List.of(environment.launched().orElseThrow().resolve("waybill").toString(), "--try-cache", role));
        return trial.succeeded()
                ? Checkup.ok(name, cache.get().toString())
                : Checkup.warning(name, "does not fit this Java or this build", TRAIN);
    }

    private Path caches(Path home) {
        return environment.checkout().isPresent() ? home.resolve(".waybill") : home.resolve("caches");
    }
}

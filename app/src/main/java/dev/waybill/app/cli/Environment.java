package dev.waybill.app.cli;

import dev.waybill.host.wiring.UserPlaces;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// Everything a command touches outside itself: streams, variables, the clock. Handed in, so that a test
/// or a rehearsal runs a command in the same process and sees all that it did.
///
/// Text is UTF-8 whatever the locale says: answers are JSON and names of other people's agents.
///
/// @param file the configuration file that was read; empty when there is none
/// @param beneath what that file says, for variables that are not set
public record Environment(
        InputStream in,
        PrintStream out,
        PrintStream err,
        Map<String, String> variables,
        InstantSource clock,
        Optional<String> file,
        Map<String, String> beneath) {

    private static final int BUFFER = 64 * 1024;

    /// Surroundings without a configuration file.
    public Environment(
            InputStream in, PrintStream out, PrintStream err, Map<String, String> variables, InstantSource clock) {
        this(in, out, err, variables, clock, Optional.empty(), new HashMap<>());
    }

    /// The surroundings of this process.
    public static Environment ofProcess() {
        return new Environment(
                new FileInputStream(FileDescriptor.in),
                stream(new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), BUFFER)),
                stream(new FileOutputStream(FileDescriptor.err)),
                System.getenv(),
                InstantSource.system());
    }

    /// A stream that flushes only when it is told to: `--lines` writes a million answers.
    public static PrintStream stream(OutputStream target) {
        return new PrintStream(target, false, StandardCharsets.UTF_8);
    }

    /// A variable that is set and not empty, else what the configuration file says instead.
    public Optional<String> variable(String name) {
        String value = variables.get(name);
        return value == null || value.isEmpty() ? Optional.ofNullable(beneath.get(name)) : Optional.of(value);
    }

    /// The same, with a configuration file beneath.
    public Environment configured(String name, Map<String, String> values) {
        return new Environment(in, out, err, variables, clock, Optional.of(name), values);
    }

    /// The same, with one variable set otherwise.
    public Environment with(String name, String value) {
        Map<String, String> changed = new HashMap<>(variables);
        changed.put(name, value);
        return new Environment(in, out, err, changed, clock, file, beneath);
    }

    /// Shows Java's own stack traces to those who ask for them.
    public boolean debugging() {
        return variable("WAYBILL_DEBUG").isPresent();
    }

    /// Where this user's signing keys live: `WAYBILL_KEYS`, else `keys` in the data directory.
    public Path keyDirectory() {
        return places().keys();
    }

    /// Where Waybill keeps what belongs to this user, as XDG asks: `~/.local/share/waybill`.
    public Path dataDirectory() {
        return places().data();
    }

    /// Where this user says how Waybill is to be, as XDG asks: `~/.config/waybill`.
    public Path configuration() {
        return places().configuration();
    }

    /// Where this user's own workflows lie.
    public Path userWorkflows() {
        return configuration().resolve("workflows");
    }

    /// Who is at the terminal, as far as this machine knows.
    public String user() {
        return variable("USER")
                .or(() -> variable("LOGNAME"))
                .orElseGet(() -> System.getProperty("user.name", "unknown"));
    }

    /// Where the launcher lies, in a checkout or in a release; empty when a jar was started by hand.
    public Optional<Path> launched() {
        return Optional.ofNullable(System.getProperty("waybill.home")).map(Path::of);
    }

    /// The checkout that the launcher runs from.
    public Optional<Path> checkout() {
        return launched().filter(home -> Files.isRegularFile(home.resolve("pom.xml")));
    }

    /// This user's own directory.
    public Path home() {
        return places().home();
    }

    private UserPlaces places() {
        return new UserPlaces(this::variable);
    }
}

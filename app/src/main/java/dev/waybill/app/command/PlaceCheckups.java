package dev.waybill.app.command;

import dev.waybill.app.cli.Environment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/// Looks at where Waybill runs: keys, terminal, fast cryptography, data for the interop tests.
record PlaceCheckups(Environment environment) {

    List<Checkup> all() {
        List<Checkup> checkups = new ArrayList<>(List.of(keys(), crypto(), terminal()));
        environment.checkout().map(PlaceCheckups::interop).ifPresent(checkups::add);
        return checkups;
    }

    private Checkup keys() {
        Path directory = environment.keyDirectory();
        if (!Files.isDirectory(directory)) {
            return Checkup.ok("keys", "none yet; 'waybill keys new' makes " + directory);
        }
        try (Stream<Path> files = Files.list(directory)) {
            // A lock file is empty: it has no secret to lose.
            List<Path> open = Stream.concat(Stream.of(directory), files.sorted())
                    .filter(file -> !file.toString().endsWith(".lock"))
                    .filter(PlaceCheckups::othersMayRead)
                    .toList();
            return open.isEmpty()
                    ? Checkup.ok("keys", directory + " is yours alone")
                    : Checkup.missing(
                            "keys",
                            "other users may read " + open.getFirst(),
                            "Run 'chmod -R go= " + directory + "', and rotate keys that others may have read.");
        } catch (IOException e) {
            return Checkup.missing("keys", directory + " cannot be read: " + e.getMessage(), "Check who owns it.");
        }
    }

    private static boolean othersMayRead(Path file) {
        try {
            Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file);
            return permissions.contains(PosixFilePermission.GROUP_READ)
                    || permissions.contains(PosixFilePermission.OTHERS_READ);
        } catch (IOException | UnsupportedOperationException _) {
            // Not a POSIX file system: there is nothing to compare with.
            return false;
        }
    }

    private static Checkup crypto() {
        if (NativeCrypto.corretto()) {
            return Checkup.ok("fast cryptography", "Amazon Corretto Crypto Provider");
        }
        if (NativeCrypto.conscrypt()) {
            return Checkup.ok("fast cryptography", "Conscrypt");
        }
        return Checkup.warning(
                "fast cryptography",
                "no native library for " + System.getProperty("os.name") + " " + System.getProperty("os.arch"),
                "Nothing to do: the JDK signs and verifies instead, about twenty times slower.");
    }

    private Checkup terminal() {
        String locale = Stream.of("LC_ALL", "LC_CTYPE", "LANG")
                .flatMap(name -> environment.variable(name).stream())
                .findFirst()
                .orElse("not set");
        boolean utf8 = locale.toUpperCase(Locale.ROOT).replace("-", "").contains("UTF8");
        return utf8
                ? Checkup.ok("terminal", "locale " + locale)
                : Checkup.warning("terminal", "locale " + locale + " is not UTF-8", "Set LANG=C.UTF-8.");
    }

    private static Checkup interop(Path checkout) {
        Path data = checkout.resolveSibling("shared").resolve("interop");
        return Files.isDirectory(data)
                ? Checkup.ok("interop data", data.toString())
                : Checkup.warning(
                        "interop data",
                        "not beside the checkout: its tests are skipped",
                        "Only needed to work on Waybill: put it at ../shared/interop.");
    }
}

package dev.waybill.host.wiring;

import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;

/// Where Waybill keeps what belongs to a user, as XDG asks. The command line and programs that embed a host look in the
/// same places, so that one goes on where the other left off.
///
/// @param variable a variable of the environment that is set and not empty
public record UserPlaces(Function<String, Optional<String>> variable) {

    /// Those of this process.
    public static UserPlaces ofProcess() {
        return new UserPlaces(name -> Optional.ofNullable(System.getenv(name)).filter(value -> !value.isEmpty()));
    }

    /// This user's own directory.
    public Path home() {
        return Path.of(variable.apply("HOME").orElseGet(() -> System.getProperty("user.home", ".")));
    }

    /// `~/.local/share/waybill`.
    public Path data() {
        return variable.apply("XDG_DATA_HOME")
                .map(Path::of)
                .orElseGet(() -> home().resolve(".local", "share"))
                .resolve("waybill");
    }

    /// `~/.config/waybill`.
    public Path configuration() {
        return variable.apply("XDG_CONFIG_HOME")
                .map(Path::of)
                .orElseGet(() -> home().resolve(".config"))
                .resolve("waybill");
    }

    /// Where the signing keys live: `WAYBILL_KEYS`, else `keys` beside the data.
    public Path keys() {
        return variable.apply("WAYBILL_KEYS").map(Path::of).orElseGet(() -> data().resolve("keys"));
    }
}

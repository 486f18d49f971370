package dev.waybill.app.command.guided;

import dev.waybill.app.cli.Subprocess;
import java.util.List;
import java.util.Locale;

/// Opens the user's browser, by the program that each system has for it.
final class Browsers {

    private Browsers() {}

    /// @return whether a browser was found
    static boolean open(String address) {
        return Subprocess.launch(command(System.getProperty("os.name", ""), address));
    }

    static List<String> command(String system, String address) {
        String name = system.toLowerCase(Locale.ROOT);
        if (name.startsWith("mac")) {
            return List.of("open", address);
        }
        // The empty word is the title of a window: start takes its first quoted word for one.
        return name.startsWith("windows") ? List.of("cmd", "/c", "start", "", address) : List.of("xdg-open", address);
    }
}

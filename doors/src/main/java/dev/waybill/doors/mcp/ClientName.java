package dev.waybill.doors.mcp;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.text.Shortened;
import java.util.Optional;

/// What a client calls itself, when it initializes or with each request: `claude-code/2.1.0`. Nobody has checked it.
final class ClientName {

    private static final int LONGEST = 120;

    private ClientName() {}

    /// @param params of the `initialize` request
    static Optional<String> of(JsonObject params) {
        return named(params.object("clientInfo").orElse(JsonObject.EMPTY));
    }

    static Optional<String> named(JsonObject client) {
        String name = clean(client.string("name").orElse(""));
        String version = clean(client.string("version").orElse(""));
        if (name.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(version.isEmpty() ? name : name + "/" + version);
    }

    /// Without control characters, and not endless.
    static String clean(String text) {
        return Shortened.of(text.replaceAll("\\p{Cntrl}", "").strip(), LONGEST, "");
    }
}

package dev.waybill.app.command;

import dev.waybill.base.json.JsonObject;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// One finding of `doctor`: what was looked at, how it is, and how to put it right.
///
/// @param fix what to do; null when all is well
record Checkup(
        String name, Status status, String detail, @Nullable String fix) {

    /// How well it is. Only what is missing fails the command; a warning costs speed or comfort.
    enum Status {
        OK,
        WARNING,
        MISSING;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    static Checkup ok(String name, String detail) {
        return new Checkup(name, Status.OK, detail, null);
    }

    static Checkup warning(String name, String detail, String fix) {
        return new Checkup(name, Status.WARNING, detail, fix);
    }

    static Checkup missing(String name, String detail, String fix) {
        return new Checkup(name, Status.MISSING, detail, fix);
    }

    JsonObject toJson() {
        return JsonObject.of("check", name)
                .with("status", status.word())
                .with("detail", detail)
                .withIfPresent("fix", fix);
    }
}

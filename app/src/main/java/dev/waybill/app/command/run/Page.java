package dev.waybill.app.command.run;

import dev.waybill.app.terminal.Terminal;
import dev.waybill.base.json.JsonObject;
import java.io.PrintStream;
import java.time.Instant;

/// A run on one page.
interface Page {

    JsonObject toJson();

    void print(PrintStream out, Terminal terminal, Instant now);
}

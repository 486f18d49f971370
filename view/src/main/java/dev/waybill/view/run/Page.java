package dev.waybill.view.run;

import dev.waybill.base.json.JsonObject;
import dev.waybill.view.text.Surface;
import java.io.PrintStream;
import java.time.Instant;

/// A run on one page.
public interface Page {

    JsonObject toJson();

    void print(PrintStream out, Surface surface, Instant now);
}

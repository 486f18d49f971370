package dev.waybill.view.run;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.diff.ReplayProof;
import dev.waybill.journal.RunId;
import dev.waybill.view.text.Count;
import dev.waybill.view.text.SafeText;
import dev.waybill.view.text.Surface;
import java.io.PrintStream;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Whether a run, done again, came out the same: the proof, or the first difference.
///
/// @param source the run
/// @param replay the run that repeated it
/// @param receipt the receipt that signs the verdict; null where nothing is signed for these runs
public record ReplayVerdict(
        RunId source,
        RunId replay,
        ReplayProof proof,
        @Nullable Digest receipt) implements Page {

    @Override
    public JsonObject toJson() {
        JsonObject.Builder json = JsonObject.builder()
                .put("runId", replay.value())
                .put("sourceRunId", source.value())
                .put("verdict", proof.isEqual() ? "equal" : "different")
                .put("comparedEvents", proof.compared())
                .put("sourceDigest", proof.source().toString())
                .put("replayDigest", proof.replay().toString())
                .putIfPresent("receipt", receipt == null ? null : receipt.toString());
        ReplayProof.Difference difference = proof.difference();
        if (difference != null) {
            json.put("difference", json(difference));
        }
        return json.build();
    }

    private static JsonObject json(ReplayProof.Difference difference) {
        return JsonObject.builder()
                .put("sequence", difference.sequence())
                .put("path", difference.path())
                .putIfPresent("expected", difference.expected())
                .putIfPresent("actual", difference.actual())
                .putIfPresent("event", EventText.json(difference.event()))
                .build();
    }

    @Override
    public void print(PrintStream out, Surface surface, Instant now) {
        print(toJson(), out);
    }

    /// Prints a verdict that may have come from a host.
    public static void print(JsonObject verdict, PrintStream out) {
        long compared = verdict.get("comparedEvents") instanceof JsonNumber number
                ? number.asInteger().orElse(0)
                : 0;
        String source = text(verdict, "sourceRunId");
        String replay = text(verdict, "runId");
        JsonObject difference = verdict.object("difference").orElse(null);
        if (difference == null) {
            out.println("equal: " + Count.of(compared, "event") + " of " + source + ", done again as " + replay);
        } else {
            out.println("different at event " + difference.get("sequence") + " of " + source + ", after "
                    + Count.of(compared, "equal event") + "; done again as " + replay);
            String path = text(difference, "path");
            out.println(
                    "  event       " + EventText.of(difference.object("event").orElse(null)));
            out.println("  where       " + (path.isEmpty() ? "(the whole event)" : path));
            out.println("  expected    " + EventText.value(difference.get("expected")));
            out.println("  actual      " + EventText.value(difference.get("actual")));
        }
        out.println("  source log  " + text(verdict, "sourceDigest"));
        out.println("  replay log  " + text(verdict, "replayDigest"));
        out.println("  verdict     "
                + (verdict.has("receipt")
                        ? "signed, receipt " + text(verdict, "receipt")
                        : "not signed: receipts are off"));
    }

    private static String text(JsonObject json, String name) {
        return SafeText.of(json.string(name).orElse(""));
    }
}

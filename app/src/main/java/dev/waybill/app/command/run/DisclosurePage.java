package dev.waybill.app.command.run;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Failure;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.base.text.Shortened;
import dev.waybill.journal.RunId;
import dev.waybill.runtime.receipt.Disclosure;
import dev.waybill.view.text.Ansi;
import dev.waybill.view.text.Count;
import dev.waybill.view.text.SafeText;
import dev.waybill.view.text.Style;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What stands behind the digests of a run's receipts, each with whether it gives the digest that was signed.
record DisclosurePage(RunId run, List<Disclosure> all) {

    private static final int LONGEST = 2_000;

    /// @param node only what was signed for this node; `run` is the run itself; null for everything
    static DisclosurePage of(RunId run, List<Disclosure> found, @Nullable String node) {
        if (node == null) {
            return new DisclosurePage(run, found);
        }
        List<Disclosure> chosen =
                found.stream().filter(each -> each.what().equals(node)).toList();
        if (chosen.isEmpty()) {
            List<String> known = found.stream().map(Disclosure::what).distinct().toList();
            throw new Failure(
                    ExitCode.NO,
                    "nothing_to_disclose",
                    "nothing is signed for \"" + node + "\" that could be disclosed",
                    known.isEmpty() ? null : "There is something for: " + String.join(", ", known));
        }
        return new DisclosurePage(run, chosen);
    }

    JsonObject toJson() {
        List<JsonValue> disclosures = new ArrayList<>();
        all.forEach(each -> disclosures.add(each.toJson()));
        return JsonObject.of("runId", run.value()).with("holds", ok()).with("disclosures", new JsonArray(disclosures));
    }

    boolean ok() {
        return all.stream().allMatch(Disclosure::holds);
    }

    void print(PrintStream out, Ansi ansi, String again) {
        for (Disclosure each : all) {
            out.println(ansi.paint(Style.STRONG, SafeText.of(each.what())) + "  " + each.member() + "  "
                    + (each.holds()
                            ? ansi.paint(Style.GOOD, "matches what was signed")
                            : ansi.paint(Style.BAD, "does NOT match what was signed")));
            out.println(ansi.paint(Style.DIM, "  receipt  " + each.receipt()));
            out.println(ansi.paint(Style.DIM, "  digest   " + each.digest()));
            out.println("  content  " + SafeText.of(shortened(each.content().toString())));
        }
        long bad = all.stream().filter(each -> !each.holds()).count();
        out.println();
        out.println(Count.of(all.size(), "content") + (bad == 0 ? ", all as signed" : ", " + bad + " not as signed"));
        out.println("next      waybill show " + run + " --disclose --json" + again
                + " > disclosed.json   for somebody who has the proof:");
        out.println("          waybill verify proof.zip --disclosed disclosed.json");
    }

    /// The JSON answer has all of it.
    private static String shortened(String text) {
        return Shortened.of(text, LONGEST, "… (" + text.length() + " characters)");
    }
}

package dev.waybill.app.command;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.cli.Input;
import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.audit.Finding;
import dev.waybill.receipt.audit.FindingCode;
import dev.waybill.receipt.audit.Presented;
import dev.waybill.receipt.code.Rejected;
import dev.waybill.runtime.receipt.Disclosure;
import dev.waybill.view.text.Ansi;
import dev.waybill.view.text.Count;
import dev.waybill.view.text.SafeText;
import dev.waybill.view.text.Style;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Contents that somebody disclosed, compared with the receipts that are said to bind them. The receipts themselves are
/// judged by the audit; this says whether they mean these contents, and the verdict is about both.
final class Disclosed implements Audited.Witness {

    private enum Verdict {
        BOUND("as signed"),
        OTHER("NOT what was signed"),
        ABSENT("cannot be judged: its receipt is not here");

        private final String words;

        Verdict(String words) {
            this.words = words;
        }
    }

    private static final String EXPECTED = "{\"disclosures\":[…]}";
    private static final String NEXT = "'waybill show RUN --disclose --json' writes such a file.";

    private final Map<Digest, List<Disclosure>> byReceipt = new LinkedHashMap<>();
    private final Map<Disclosure, Verdict> verdicts = new LinkedHashMap<>();

    private Disclosed(List<Disclosure> all) {
        for (Disclosure each : all) {
            byReceipt.computeIfAbsent(each.receipt(), _ -> new ArrayList<>()).add(each);
            verdicts.put(each, Verdict.ABSENT);
        }
    }

    static Disclosed read(String name, Environment environment) {
        try (Input input = Input.open(name, environment)) {
            JsonObject document = input.object(EXPECTED, NEXT);
            List<Disclosure> all = new ArrayList<>();
            for (JsonValue item : document.array("disclosures").orElseThrow(() -> unexpected(name, "none"))) {
                all.add(Disclosure.read(item.asObject().orElse(JsonObject.EMPTY)));
            }
            return new Disclosed(all);
        } catch (IllegalArgumentException e) {
            throw unexpected(name, "other text: " + e.getMessage());
        }
    }

    private static Failure unexpected(String name, String found) {
        return Failure.unexpected(name, EXPECTED, found, NEXT);
    }

    @Override
    public void see(byte[] presented) {
        byte[] compact = Presented.of(presented).jws();
        for (Disclosure each : byReceipt.getOrDefault(Digest.of(compact), List.of())) {
            verdicts.put(each, isBound(each, compact) ? Verdict.BOUND : Verdict.OTHER);
        }
    }

    private static boolean isBound(Disclosure disclosure, byte[] compact) {
        try {
            return disclosure.isBoundBy(Receipt.decode(compact));
        } catch (Rejected _) {
            return false;
        }
    }

    @Override
    public List<Finding> findings() {
        List<Finding> findings = new ArrayList<>();
        verdicts.forEach((each, verdict) -> {
            if (verdict != Verdict.BOUND) {
                FindingCode code =
                        verdict == Verdict.OTHER ? FindingCode.CONTENT_ALTERED : FindingCode.CONTENT_UNPROVEN;
                findings.add(code.finding(
                        each.receipt().toString(), each.what() + " " + each.member() + ": " + verdict.words));
            }
        });
        return findings;
    }

    JsonArray toJson() {
        List<JsonValue> list = new ArrayList<>();
        verdicts.forEach((each, verdict) ->
                list.add(JsonObject.of("receipt", each.receipt().toString())
                        .with("what", each.what())
                        .with("member", each.member())
                        .with("verdict", verdict.name().toLowerCase(java.util.Locale.ROOT))));
        return new JsonArray(list);
    }

    void print(PrintStream out, Ansi ansi) {
        out.println();
        out.println(ansi.paint(Style.STRONG, "disclosed") + "  " + Count.of(verdicts.size(), "content"));
        verdicts.forEach((each, verdict) -> out.println("  " + SafeText.of(each.what()) + "  "
                + SafeText.of(each.member()) + "  "
                + ansi.paint(
                        switch (verdict) {
                            case BOUND -> Style.GOOD;
                            case OTHER -> Style.BAD;
                            case ABSENT -> Style.WARNING;
                        },
                        verdict.words)));
    }
}

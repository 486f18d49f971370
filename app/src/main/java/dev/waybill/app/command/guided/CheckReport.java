package dev.waybill.app.command.guided;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.guided.Preview;
import dev.waybill.view.text.Ansi;
import dev.waybill.view.text.Count;
import dev.waybill.view.text.SafeText;
import dev.waybill.view.text.Style;
import dev.waybill.workflow.DefinitionError;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/// What a check says about one file: all errors and warnings, each with its place, what was expected and found, and
/// what to do.
record CheckReport(String file, Checked checked) {

    ExitCode code() {
        return ExitCode.of(!(checked instanceof Checked.Bad));
    }

    JsonObject toJson() {
        JsonObject.Builder json = JsonObject.builder()
                .put("file", file)
                .put("kind", kind().wire())
                .put("valid", code() == ExitCode.YES);
        switch (checked) {
            case Checked.Guided it ->
                json.put("workflowId", it.workflow().id())
                        .put("version", it.workflow().version())
                        .put("digest", it.workflow().digest().toString());
            case Checked.Graph it ->
                json.put("workflowId", it.definition().id())
                        .put("version", it.definition().version())
                        .put("digest", it.definition().digest().toString());
            case Checked.Beside _, Checked.Bad _ -> {}
        }
        return json.put("errors", json(errors()))
                .put("warnings", json(warnings()))
                .build();
    }

    static JsonArray json(List<DefinitionError> findings) {
        List<JsonValue> all = new ArrayList<>();
        for (DefinitionError finding : findings) {
            all.add(JsonObject.of("pointer", finding.pointer())
                    .with("code", finding.code().toString())
                    .with("message", finding.message())
                    .with("hint", finding.hint()));
        }
        return new JsonArray(all);
    }

    void print(PrintStream out, Ansi ansi) {
        boolean good = code() == ExitCode.YES;
        out.println(ansi.paint(good ? Style.GOOD : Style.BAD, good ? "ok" : "no") + "  " + SafeText.of(file) + "  "
                + SafeText.of(verdict()));
        errors().forEach(error -> print(out, ansi, Style.BAD, "error", error));
        warnings().forEach(warning -> print(out, ansi, Style.WARNING, "warning", warning));
    }

    private static void print(PrintStream out, Ansi ansi, Style style, String word, DefinitionError finding) {
        String place = finding.pointer().isEmpty() ? "(root)" : finding.pointer();
        out.println("    " + ansi.paint(style, word) + "  " + SafeText.of(place) + "  "
                + ansi.paint(Style.DIM, SafeText.of(finding.code().toString())));
        out.println("        " + SafeText.of(finding.message()));
        out.println("        " + SafeText.of("what to do: " + finding.hint()));
    }

    private String verdict() {
        return switch (checked) {
            case Checked.Guided it ->
                "guided workflow %s %s, %s, %s"
                        .formatted(
                                it.workflow().id(),
                                it.workflow().version(),
                                Count.of(Preview.of(it.workflow()).size(), "step"),
                                it.workflow().digest());
            case Checked.Graph it ->
                "graph %s %s, %s, %s"
                        .formatted(
                                it.definition().id(),
                                it.definition().version(),
                                Count.of(it.definition().nodes().size(), "node"),
                                it.definition().digest());
            case Checked.Beside it -> it.kind().wire();
            case Checked.Bad it -> "cannot be used: " + Count.of(it.errors().size(), "error");
        };
    }

    private DocumentKind kind() {
        return switch (checked) {
            case Checked.Guided _ -> DocumentKind.GUIDED;
            case Checked.Graph _ -> DocumentKind.GRAPH;
            case Checked.Beside it -> it.kind();
            case Checked.Bad it -> it.kind();
        };
    }

    private List<DefinitionError> errors() {
        return checked instanceof Checked.Bad bad ? bad.errors() : List.of();
    }

    private List<DefinitionError> warnings() {
        return switch (checked) {
            case Checked.Guided it -> it.warnings();
            case Checked.Graph it -> it.warnings();
            case Checked.Beside _, Checked.Bad _ -> List.of();
        };
    }
}

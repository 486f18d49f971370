package dev.waybill.app.command;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.cli.Input;
import dev.waybill.app.cli.Line;
import dev.waybill.app.cli.LineAnswers;
import dev.waybill.app.cli.Option;
import dev.waybill.app.cli.Output;
import dev.waybill.app.cli.Target;
import dev.waybill.app.cli.ToldCommand;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.receipt.audit.AuditOptions;
import dev.waybill.receipt.audit.ReceiptSource;
import dev.waybill.receipt.audit.WorkflowAuditor;
import dev.waybill.receipt.bundle.ReceiptLine;
import dev.waybill.receipt.key.KeySet;
import dev.waybill.view.report.ReportPages;
import dev.waybill.view.report.ReportText;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// `waybill verify`: does this evidence hold, and is anything missing?
public final class VerifyCommand extends ToldCommand {

    private final EvidenceArguments evidence = takes(new EvidenceArguments());
    private final Option<Path> html =
            takes(Option.path("--html", "FILE", "Also write the report as one self-contained page."));
    private final Option<String> disclosed =
            takes(Option.text("--disclosed", "FILE", "Also check these contents against the receipts that bind them."));
    private final Option<Boolean> lines =
            takes(Option.flag("--lines", "Verify one set per line, and answer with one JSON report per line."));

    public VerifyCommand(Environment environment) {
        super(
                environment,
                "Verify receipts, workflows and bundles, offline.",
                "The verdict is verified (exit 0), incomplete (exit 1) or broken (exit 2); beside it stands",
                "whether the set is complete or partial, and why. --require-complete asks for the first.",
                "With --lines each line is one set: a receipt, a JSON array of receipts, or {\"receipts\":[…]}.",
                "--disclosed takes what 'waybill show RUN --disclose --json' wrote.");
    }

    @Override
    public ExitCode call() throws IOException {
        if (lines.isGiven() && disclosed.isGiven()) {
            throw Failure.usage("--disclosed cannot be combined with --lines", null);
        }
        if (lines.isGiven()) {
            return answerLines();
        }
        Path page = html.value();
        if (page != null) {
            Target.requireFolder(page, "--html");
        }
        String contents = disclosed.value();
        if (contents == null) {
            return answer(Audited.run(environment, evidence, common.terminal()));
        }
        Disclosed shown = Disclosed.read(contents, environment);
        Audited audited = Audited.run(environment, evidence, common.terminal(), shown);
        Path written = writePage(audited);
        new Output(environment, common.json()).answer(audited.toJson().with("disclosed", shown.toJson()), out -> {
            print(audited, written, out);
            shown.print(out, common.terminal().ansi());
        });
        return audited.exitCode();
    }

    private ExitCode answer(Audited audited) throws IOException {
        Path page = writePage(audited);
        new Output(environment, common.json()).answer(audited.toJson(), out -> print(audited, page, out));
        return audited.exitCode();
    }

    private @Nullable Path writePage(Audited audited) throws IOException {
        Path page = html.value();
        if (page != null) {
            Files.writeString(page, page(audited));
        }
        return page;
    }

    private void print(Audited audited, @Nullable Path page, PrintStream out) {
        new ReportText(audited.report(), out, common.terminal()).print();
        if (page != null) {
            out.println("\nThe page is " + page);
        }
    }

    private String page(Audited audited) {
        String title = String.join(
                ", ",
                evidence.paths().stream()
                        .map(path -> String.valueOf(Path.of(path).getFileName()))
                        .toList());
        return ReportPages.html(
                audited.report(), title, "Written by waybill verify, offline, from " + audited.description() + ".");
    }

    private ExitCode answerLines() {
        KeySet trusted = evidence.trusted(environment);
        KeySet keys = trusted == null ? KeySet.empty() : trusted;
        AuditOptions options = evidence.options(environment);
        if (evidence.paths().size() > 1) {
            throw Failure.usage("--lines reads one file", null);
        }
        try (Input input = Input.open(evidence.paths().getFirst(), environment)) {
            new LineAnswers(line -> judge(line, keys, options)).run(input, new Output(environment, true));
        }
        return ExitCode.YES;
    }

    private static JsonObject judge(Line line, KeySet keys, AuditOptions options) {
        if (!(line instanceof Line.Text text)) {
            throw Failure.unexpected("line " + line.number(), "a set of receipts", "a line that is too long", null);
        }
        try {
            return new WorkflowAuditor(keys, options)
                    .audit(ReceiptSource.of(receipts(text)))
                    .toJson();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> receipts(Line.Text line) {
        String text = line.text().strip();
        if (!text.startsWith("[") && !text.startsWith("{")) {
            return List.of(new String(ReceiptLine.unwrap(line.bytes()), java.nio.charset.StandardCharsets.UTF_8));
        }
        JsonValue value = JsonReader.read(text, JsonLimits.DOCUMENT);
        JsonValue array = value.asObject().map(set -> set.get("receipts")).orElse(value);
        List<String> receipts = new ArrayList<>();
        for (JsonValue item :
                array == null ? List.<JsonValue>of() : array.asArray().orElseThrow(() -> set(line))) {
            receipts.add(item instanceof JsonString(var jws) ? jws : item.toString());
        }
        return receipts;
    }

    private static Failure set(Line line) {
        return Failure.unexpected("line " + line.number(), "a JSON array of receipts", "another value", null);
    }
}

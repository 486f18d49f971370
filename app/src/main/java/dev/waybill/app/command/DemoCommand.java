package dev.waybill.app.command;

import dev.waybill.app.cli.Command;
import dev.waybill.app.cli.CommonOptions;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Option;
import dev.waybill.app.cli.Output;
import dev.waybill.app.cli.Usage;
import dev.waybill.app.demo.DemoWorkflow;
import dev.waybill.app.draw.TerminalGraph;
import dev.waybill.app.report.ReportGraph;
import dev.waybill.app.report.ReportText;
import dev.waybill.app.terminal.Ansi;
import dev.waybill.app.terminal.Style;
import dev.waybill.app.terminal.Terminal;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.bundle.BundleKind;
import dev.waybill.receipt.bundle.BundleWriter;
import dev.waybill.receipt.key.KeySet;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import picocli.CommandLine;

/// `waybill demo`: signs a small multi-agent workflow, verifies it offline and draws it.
public final class DemoCommand implements Command {

    private final Environment environment;

    private final CommonOptions common = new CommonOptions();

    private final Option<Path> out =
            Option.path("--out", "DIR", "Where to put the bundle and the keys (default: waybill-demo).");

    public DemoCommand(Environment environment) {
        this.environment = environment;
    }

    @Override
    public Usage usage() {
        return Usage.of("Sign a multi-agent workflow, verify it offline, and show its graph.", out, common);
    }

    @Override
    public ExitCode call() throws IOException {
        NativeCrypto.install();
        Path directory = out.orElse(Path.of("waybill-demo"));
        DemoWorkflow demo = DemoWorkflow.sign(environment.clock(), new SecureRandom());
        Path bundle = directory.resolve("bundle.zip");
        Path jwks = directory.resolve("jwks.json");
        write(demo, bundle, jwks);
        Terminal terminal = common.terminal();
        Audited audited = audit(bundle, jwks, terminal);
        new Output(environment, common.json())
                .answer(
                        audited.toJson().with("bundle", new JsonString(bundle.toString())),
                        out -> show(out, audited, bundle, jwks, terminal));
        return audited.exitCode();
    }

    /// As a stranger would: by the words of a command line, from the files alone.
    private Audited audit(Path bundle, Path jwks, Terminal terminal) throws IOException {
        EvidenceArguments arguments = new EvidenceArguments();
        new CommandLine(Usage.of("", arguments).spec(this))
                .parseArgs("--jwks", jwks.toString(), "--", bundle.toString());
        return Audited.run(environment, arguments, terminal);
    }

    private static void write(DemoWorkflow demo, Path bundle, Path jwks) throws IOException {
        Files.createDirectories(bundle.resolveSibling("."));
        KeySet keys = demo.keys();
        try (BundleWriter writer = BundleWriter.create(bundle, BundleKind.FULL, keys)) {
            for (Receipt receipt : demo.receipts()) {
                writer.add(receipt);
            }
            writer.finish();
        }
        Files.writeString(jwks, JsonWriter.pretty(keys.toJson()) + "\n");
    }

    private static void show(PrintStream out, Audited audited, Path bundle, Path jwks, Terminal terminal) {
        Ansi ansi = terminal.ansi();
        out.println("A team of agents wrote a market report and handed the facts to another company's checker.");
        out.println("Every step was signed. Here is the proof, checked offline:");
        out.println();
        out.print(TerminalGraph.render(ReportGraph.of(audited.report()), terminal));
        out.println();
        new ReportText(audited.report(), out, terminal).print();
        out.println();
        out.println(ansi.paint(Style.STRONG, "Try it yourself"));
        out.println("  waybill verify " + bundle + " --jwks " + jwks + " --html report.html");
        out.println("  waybill graph " + bundle + " --mermaid");
        out.println("  waybill bundle show " + bundle);
    }
}

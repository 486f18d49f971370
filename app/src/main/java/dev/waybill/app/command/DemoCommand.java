package dev.waybill.app.command;

import dev.waybill.app.cli.CommonOptions;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Output;
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
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `waybill demo`: signs a small multi-agent workflow, verifies it offline and draws it.
@Command(description = "Sign a multi-agent workflow, verify it offline, and show its graph.")
public final class DemoCommand implements Callable<ExitCode> {

    private final Environment environment;

    @Mixin
    CommonOptions common = new CommonOptions();

    @Option(
            names = "--out",
            paramLabel = "DIR",
            defaultValue = "waybill-demo",
            description = "Where to put the bundle and the keys (default: ${DEFAULT-VALUE}).")
    Path directory = Path.of("waybill-demo");

    public DemoCommand(Environment environment) {
        this.environment = environment;
    }

    @Override
    public ExitCode call() throws IOException {
        NativeCrypto.install();
        DemoWorkflow demo = DemoWorkflow.sign(environment.clock(), new SecureRandom());
        Path bundle = directory.resolve("bundle.zip");
        Path jwks = directory.resolve("jwks.json");
        write(demo, bundle, jwks);
        EvidenceArguments arguments = new EvidenceArguments();
        arguments.paths = List.of(bundle.toString());
        arguments.jwks = List.of(jwks.toString());
        Terminal terminal = common.terminal();
        Audited audited = Audited.run(environment, arguments, terminal);
        new Output(environment, common.json())
                .answer(
                        audited.toJson().with("bundle", new JsonString(bundle.toString())),
                        out -> show(out, audited, bundle, jwks, terminal));
        return audited.exitCode();
    }

    private void write(DemoWorkflow demo, Path bundle, Path jwks) throws IOException {
        Files.createDirectories(directory);
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

package dev.waybill.app.command;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Option;
import dev.waybill.app.cli.Output;
import dev.waybill.app.cli.ToldCommand;
import dev.waybill.app.cli.Usage;
import dev.waybill.app.demo.DemoRun;
import dev.waybill.app.demo.DemoStory;
import dev.waybill.app.terminal.Terminal;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.view.draw.TerminalGraph;
import dev.waybill.view.report.ReportGraph;
import dev.waybill.view.report.ReportText;
import dev.waybill.view.text.Ansi;
import dev.waybill.view.text.Style;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.Stream;
import picocli.CommandLine;

/// `waybill demo`: runs a small multi-agent workflow, exports its proof, verifies it offline and draws it.
public final class DemoCommand extends ToldCommand {

    private static final int READING_PACE = 45;

    private final Option<Path> out =
            takes(Option.path("--out", "DIR", "Where to put the bundle and the keys (default: waybill-demo)."));

    public DemoCommand(Environment environment) {
        super(environment, "Run a multi-agent workflow, export its proof, verify it offline, and show its graph.");
    }

    @Override
    public ExitCode call() throws Exception {
        NativeCrypto.install();
        Path directory = out.orElse(Path.of("waybill-demo"));
        Path bundle = directory.resolve("bundle.zip");
        Path jwks = directory.resolve("jwks.json");
        Terminal terminal = common.terminal();
        perform(directory, bundle, jwks, terminal);
        Audited audited = audit(bundle, jwks, terminal);
        new Output(environment, common.json())
                .answer(
                        audited.toJson().with("bundle", bundle.toString()),
                        out -> show(out, audited, bundle, jwks, terminal));
        return audited.exitCode();
    }

    private void perform(Path directory, Path bundle, Path jwks, Terminal terminal) throws Exception {
        PrintStream out = common.json() ? environment.err() : environment.out();
        out.println("A team of agents writes a market report, on a model that needs no key. One source is down at");
        out.println("first, the facts go to a checker, and a person approves. Every step is signed as it is recorded.");
        out.println();
        out.flush();
        // Words come as fast as people read where somebody watches, and at once where nobody does.
        try (DemoRun demo = DemoRun.start(directory, passingTime(), terminal.interactive() ? READING_PACE : 0)) {
            DemoStory story = new DemoStory(out, terminal);
            demo.follow(story::tell, story::hear);
            demo.export(bundle);
            Files.writeString(jwks, JsonWriter.pretty(demo.keys().toJson()) + "\n");
        }
        out.println();
    }

    /// A run waits for deadlines, so its time must pass, even where somebody has stopped the clock; it begins now.
    private Clock passingTime() {
        Instant now = environment.clock().instant();
        return Clock.offset(
                Clock.systemUTC(), Duration.between(Clock.systemUTC().instant(), now));
    }

    /// As a stranger would: by the words of a command line, from the files alone.
    private Audited audit(Path bundle, Path jwks, Terminal terminal) throws IOException {
        EvidenceArguments arguments = new EvidenceArguments();
        new CommandLine(Usage.of("", arguments).spec(this))
                .parseArgs("--jwks", jwks.toString(), "--", bundle.toString());
        return Audited.run(environment, arguments, terminal);
    }

    private void show(PrintStream out, Audited audited, Path bundle, Path jwks, Terminal terminal) {
        Ansi ansi = terminal.ansi();
        out.println("Here is the proof, exported and checked offline:");
        out.println();
        out.print(TerminalGraph.render(ReportGraph.of(audited.report()), terminal));
        out.println();
        new ReportText(audited.report(), out, terminal).print();
        out.println();
        out.println(ansi.paint(Style.STRONG, "Try it yourself"));
        String waybill = "  " + program() + " ";
        out.println(
                waybill + "verify " + bundle + " --jwks " + jwks + " --html " + bundle.resolveSibling("report.html"));
        out.println(waybill + "graph " + bundle + " --mermaid");
        out.println(waybill + "runs --data " + bundle.resolveSibling("data"));
        out.println(waybill + "bundle show " + bundle);
        out.println("  WAYBILL_KEYS=" + bundle.resolveSibling("keys") + " " + program() + " ui --data "
                + bundle.resolveSibling("data"));
    }

    /// What to type for `waybill` here: these are the first commands that somebody copies, and a new checkout is on
    /// nobody's PATH.
    private String program() {
        boolean onPath = environment.variable("PATH").stream()
                .flatMap(path -> Stream.of(path.split(File.pathSeparator)))
                .anyMatch(folder -> new File(folder, "waybill").canExecute());
        Path here = Path.of("").toAbsolutePath();
        return environment
                .launched()
                .filter(_ -> !onPath)
                .map(home -> home.normalize().equals(here)
                        ? "./waybill"
                        : home.resolve("waybill").toString())
                .orElse("waybill");
    }
}

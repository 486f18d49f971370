package dev.waybill.app.command.evidence;

import dev.waybill.app.cli.Argument;
import dev.waybill.app.cli.CommonOptions;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.cli.Option;
import dev.waybill.app.cli.Output;
import dev.waybill.evidence.index.EvidenceIndex;
import dev.waybill.evidence.query.Answer;
import dev.waybill.evidence.query.Queries;
import dev.waybill.view.draw.AnswerHtml;
import dev.waybill.view.draw.DotGraph;
import dev.waybill.view.draw.Graph;
import dev.waybill.view.draw.MermaidGraph;
import dev.waybill.view.evidence.AnswerGraph;
import dev.waybill.view.evidence.AnswerPages;
import dev.waybill.view.evidence.AnswerText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Function;
import picocli.CommandLine.Model.CommandSpec;

/// What every question takes: which index to ask, and how to show the answer.
final class AnswerOptions implements Argument {

    /// What the help of every question says.
    static final String EXIT =
            "Exit 0: answered. Exit 1: gaps, conflict or not found. Exit 2: a record on the path is broken.";

    private final CommonOptions common;
    private final IndexOptions index = new IndexOptions();
    private final Option<Long> skew = Option.number(
            "--skew", "SECONDS", "Times of two systems that are closer than this are not compared (default: 5).");
    private final Option<Boolean> explain = Option.flag("--explain", "Say which rule gave the answer.");
    private final Option<Boolean> dot = Option.flag("--dot", "Write the records as a graph for Graphviz.");
    private final Option<Boolean> mermaid = Option.flag("--mermaid", "Write the records as a graph for Mermaid.");
    private final Option<Path> html =
            Option.path("--html", "FILE", "Also write the answer as one self-contained page.");

    /// @param common says how answers are shown
    AnswerOptions(CommonOptions common) {
        this.common = common;
    }

    /// Asks, shows the answer, and tells the shell.
    ExitCode answer(Environment environment, Function<Queries, Answer> question) throws IOException {
        if (dot.isGiven() && mermaid.isGiven()) {
            throw Failure.usage("expected one of --dot and --mermaid, found both", null);
        }
        long seconds = skew.orElse(Queries.USUAL_SKEW.toSeconds());
        if (seconds < 0) {
            throw Failure.usage("expected seconds from 0, found " + seconds, "Check --skew.");
        }
        try (EvidenceIndex opened = index.open(environment)) {
            Answer answer = question.apply(new Queries(opened, Duration.ofSeconds(seconds)));
            show(environment, answer);
            return switch (answer.exitCode()) {
                case 0 -> ExitCode.YES;
                case 1 -> ExitCode.NO;
                default -> ExitCode.TAMPERED;
            };
        }
    }

    private void show(Environment environment, Answer answer) throws IOException {
        Graph graph = AnswerGraph.of(answer);
        Path page = html.value();
        if (page != null) {
            Files.writeString(page, AnswerHtml.render(AnswerPages.of(answer, graph)));
        }
        new Output(environment, common.json()).answer(answer.toJson(), out -> {
            if (dot.isGiven()) {
                out.print(DotGraph.render(graph));
            } else if (mermaid.isGiven()) {
                out.print(MermaidGraph.render(graph));
            } else {
                new AnswerText(answer, out, common.terminal()).print(explain.isGiven());
            }
        });
    }

    @Override
    public void addTo(CommandSpec spec) {
        index.addTo(spec);
        skew.addTo(spec);
        explain.addTo(spec);
        dot.addTo(spec);
        mermaid.addTo(spec);
        html.addTo(spec);
    }
}

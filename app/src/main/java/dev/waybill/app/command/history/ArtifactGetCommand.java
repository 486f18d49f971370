package dev.waybill.app.command.history;

import dev.waybill.app.cli.Command;
import dev.waybill.app.cli.CommonOptions;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.cli.Operand;
import dev.waybill.app.cli.Option;
import dev.waybill.app.cli.Output;
import dev.waybill.app.cli.Usage;
import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonObject;
import dev.waybill.view.text.Count;
import dev.waybill.view.text.SafeText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// `waybill artifact get`: takes something home that a run left.
public final class ArtifactGetCommand implements Command {

    private final Environment environment;

    private final CommonOptions common = new CommonOptions();
    private final ArtifactSource source = new ArtifactSource();
    private final Operand<String> run = Operand.run("The run: its id, or a unique prefix.");
    private final Operand<String> artifact = Operand.text("ARTIFACT", "The artifact's id.")
            .at(1)
            .required("an artifact; `waybill artifacts RUN` lists them");
    private final Option<Path> out = Option.path("--out", "FILE", "Where to write it (default: standard output).")
            .orShort("-o");

    public ArtifactGetCommand(Environment environment) {
        this.environment = environment;
    }

    @Override
    public Usage usage() {
        return Usage.of("Take an artifact of a run home.", run, artifact, out, source, common);
    }

    @Override
    public ExitCode call() throws IOException {
        byte[] bytes = source.get(environment, run.given(), artifact.given());
        Path target = out.value();
        if (target == null) {
            environment.out().write(bytes, 0, bytes.length);
            environment.out().flush();
            return ExitCode.YES;
        }
        Path folder = target.toAbsolutePath().getParent();
        if (folder == null || !Files.isDirectory(folder)) {
            throw Failure.unreadable("there is no folder " + folder + " for " + target, "Create it, or check --out.");
        }
        Files.write(target, bytes);
        JsonObject answer = JsonObject.builder()
                .put("artifactId", artifact.given())
                .put("file", target.toString())
                .put("size", bytes.length)
                .put("digest", Digest.of(bytes).toString())
                .build();
        new Output(environment, common.json())
                .answer(
                        answer,
                        print -> print.println(
                                "wrote " + SafeText.of(target.toString()) + " with " + Count.of(bytes.length, "byte")));
        return ExitCode.YES;
    }
}

package dev.waybill.app.command.history;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Operand;
import dev.waybill.app.cli.Option;
import dev.waybill.app.cli.Target;
import dev.waybill.app.cli.ToldCommand;
import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonObject;
import dev.waybill.view.text.Count;
import dev.waybill.view.text.SafeText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// `waybill artifact get`: takes something home that a run left.
public final class ArtifactGetCommand extends ToldCommand {

    private final Operand<String> run = takes(Operand.run("The run: its id, its beginning or end, or @last."));
    private final Operand<String> artifact = takes(Operand.text("ARTIFACT", "The artifact's id.")
            .at(1)
            .required("an artifact; `waybill artifacts RUN` lists them"));
    private final Option<Path> out = takes(Option.path("--out", "FILE", "Where to write it (default: standard output).")
            .orShort("-o"));
    private final ArtifactSource source = takes(new ArtifactSource());

    public ArtifactGetCommand(Environment environment) {
        super(environment, "Take an artifact of a run home.");
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
        Target.requireFolder(target, "--out");
        Files.write(target, bytes);
        JsonObject answer = JsonObject.builder()
                .put("artifactId", artifact.given())
                .put("file", target.toString())
                .put("size", bytes.length)
                .put("digest", Digest.of(bytes).toString())
                .build();
        return answer(
                answer,
                print -> print.println(
                        "wrote " + SafeText.of(target.toString()) + " with " + Count.of(bytes.length, "byte")));
    }
}

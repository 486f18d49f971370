package dev.waybill.app.command.merkle;

import dev.waybill.app.cli.CommonOptions;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Output;
import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonObject;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `waybill merkle root`: the one digest that stands for a set of receipts.
@Command(description = "Compute the Merkle root of a set of receipts.")
public final class MerkleRootCommand implements Callable<ExitCode> {

    private final Environment environment;

    @Mixin
    CommonOptions common = new CommonOptions();

    @Mixin
    Leaves leaves = new Leaves();

    @Option(names = "--lines", description = "Accepted for symmetry: the input is one receipt a line anyway.")
    boolean lines;

    public MerkleRootCommand(Environment environment) {
        this.environment = environment;
    }

    @Override
    public ExitCode call() throws IOException {
        Digest root = leaves.read(environment).root();
        JsonObject answer = JsonObject.builder()
                .put("root", root.toString())
                .put("tree_size", leaves.count())
                .build();
        new Output(environment, common.json() || lines)
                .answer(answer, out -> out.println(root + "  " + leaves.count() + " receipts"));
        return ExitCode.YES;
    }
}

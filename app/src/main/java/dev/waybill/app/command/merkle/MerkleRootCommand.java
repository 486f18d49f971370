package dev.waybill.app.command.merkle;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Option;
import dev.waybill.app.cli.Output;
import dev.waybill.app.cli.ToldCommand;
import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonObject;
import dev.waybill.view.text.Count;
import java.io.IOException;

/// `waybill merkle root`: the one digest that stands for a set of receipts.
public final class MerkleRootCommand extends ToldCommand {

    private final Leaves leaves = takes(new Leaves());
    private final Option<Boolean> lines =
            takes(Option.flag("--lines", "Same as --json: the input has one receipt per line anyway."));

    public MerkleRootCommand(Environment environment) {
        super(environment, "Compute the Merkle root of a set of receipts.");
    }

    @Override
    public ExitCode call() throws IOException {
        Digest root = leaves.read(environment).root();
        JsonObject answer = JsonObject.of("root", root.toString()).with("tree_size", leaves.count());
        new Output(environment, common.json() || lines.isGiven())
                .answer(answer, out -> out.println(root + "  " + Count.of(leaves.count(), "receipt")));
        return ExitCode.YES;
    }
}

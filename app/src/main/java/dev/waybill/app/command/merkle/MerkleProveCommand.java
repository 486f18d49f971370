package dev.waybill.app.command.merkle;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.cli.Option;
import dev.waybill.app.cli.ToldCommand;
import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.receipt.merkle.MerkleTree;
import java.io.IOException;

/// `waybill merkle prove`: that a receipt is one of a set, or that a log only grew.
public final class MerkleProveCommand extends ToldCommand {

    private final Leaves leaves = takes(new Leaves());
    private final Option<String> receipt =
            takes(Option.text("--receipt", "REF", "Prove that this receipt is included: a sha256: reference."));
    private final Option<Long> fromSize = takes(
            Option.number("--from-size", "N", "With --order commit: prove that the first N receipts are unchanged."));

    public MerkleProveCommand(Environment environment) {
        super(environment, "Prove that a receipt belongs to a set, or that a log has only grown.");
    }

    @Override
    public ExitCode call() throws IOException {
        if (receipt.isGiven() == fromSize.isGiven()) {
            throw Failure.usage("expected either --receipt or --from-size", "See 'waybill merkle prove --help'.");
        }
        JsonObject proof =
                receipt.isGiven() ? inclusion(leaves.read(environment)) : consistency(leaves.read(environment));
        return answer(proof, out -> out.println(JsonWriter.pretty(proof)));
    }

    private JsonObject inclusion(Leaves read) {
        String reference = receipt.orElse("");
        Digest digest = Digest.tryParse(reference)
                .orElseThrow(() -> Failure.usage("--receipt expects a sha256: reference, found " + reference, null));
        MerkleTree tree = read.tree();
        return JsonObject.of("root", tree.root().toString())
                .with("receipt", digest.toString())
                .with("proof", tree.prove(read.indexOf(digest)).toJson());
    }

    private JsonObject consistency(Leaves read) {
        if (read.isSorted()) {
            throw Failure.usage("--from-size needs --order commit: a sorted set does not grow at its end", null);
        }
        long size = fromSize.orElse(0L);
        if (size < 1 || size > read.count()) {
            throw Failure.usage("--from-size expects 1 to " + read.count() + ", found " + size, null);
        }
        MerkleTree tree = read.tree();
        return JsonObject.of("root", tree.root().toString())
                .with("proof", tree.consistency(size).toJson());
    }
}

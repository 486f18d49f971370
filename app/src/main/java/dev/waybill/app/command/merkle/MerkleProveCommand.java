package dev.waybill.app.command.merkle;

import dev.waybill.app.cli.CommonOptions;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.cli.Output;
import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.receipt.merkle.MerkleTree;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `waybill merkle prove`: that a receipt is one of a set, or that a log only grew.
@Command(description = "Prove that a receipt is one of a set, or that a log only grew.")
public final class MerkleProveCommand implements Callable<ExitCode> {

    private final Environment environment;

    @Mixin
    CommonOptions common = new CommonOptions();

    @Mixin
    Leaves leaves = new Leaves();

    @Option(names = "--receipt", paramLabel = "REF", description = "Prove that this receipt is included.")
    @Nullable
    String receipt;

    @Option(
            names = "--from-size",
            paramLabel = "N",
            description = "With --order commit: prove that the first N receipts are unchanged.")
    @Nullable
    Long fromSize;

    public MerkleProveCommand(Environment environment) {
        this.environment = environment;
    }

    @Override
    public ExitCode call() throws IOException {
        if ((receipt == null) == (fromSize == null)) {
            throw Failure.usage("expected either --receipt or --from-size", "See 'waybill merkle prove --help'.");
        }
        JsonObject proof =
                receipt == null ? consistency(leaves.read(environment)) : inclusion(leaves.read(environment));
        new Output(environment, common.json()).answer(proof, out -> out.println(JsonWriter.pretty(proof)));
        return ExitCode.YES;
    }

    private JsonObject inclusion(Leaves read) {
        Digest digest = Digest.tryParse(String.valueOf(receipt))
                .orElseThrow(() -> Failure.usage("--receipt expects a sha256: reference, found " + receipt, null));
        MerkleTree tree = read.tree();
        return JsonObject.builder()
                .put("root", tree.root().toString())
                .put("receipt", digest.toString())
                .put("proof", tree.prove(read.indexOf(digest)).toJson())
                .build();
    }

    private JsonObject consistency(Leaves read) {
        if (read.order != Leaves.Order.COMMIT) {
            throw Failure.usage("--from-size needs --order commit: a sorted set does not grow at its end", null);
        }
        long size = fromSize == null ? 0 : fromSize;
        if (size < 1 || size > read.count()) {
            throw Failure.usage("--from-size expects 1 to " + read.count() + ", found " + size, null);
        }
        MerkleTree tree = read.tree();
        return JsonObject.builder()
                .put("root", tree.root().toString())
                .put("proof", tree.consistency(size).toJson())
                .build();
    }
}

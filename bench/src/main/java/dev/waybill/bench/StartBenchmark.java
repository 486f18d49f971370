package dev.waybill.bench;

import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.jws.Wire;
import dev.waybill.receipt.key.SigningKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/// How long one `waybill receipt verify` takes from the start of its process.
final class StartBenchmark implements Benchmark {

    @Override
    public String name() {
        return "start";
    }

    @Override
    public String question() {
        return "'waybill receipt verify' of one receipt as a process, with the start-up cache against without";
    }

    @Override
    public void run(Effort effort, Consumer<Figure> figures) throws Exception {
        Path root = Path.of(System.getProperty("waybill.root", "."));
        if (!Files.isReadable(root.resolve(".waybill/quick.aot"))) {
            throw new IOException("there are no start-up caches: run ./waybill --train first");
        }
        Path directory = Files.createTempDirectory("waybill-bench");
        Path receipt = directory.resolve("receipt.jws");
        Path jwks = directory.resolve("jwks.json");
        try {
            sample(receipt, jwks);
            figures.accept(
                    measure(effort, root, List.of("receipt", "verify", receipt.toString(), "--jwks", jwks.toString())));
        } finally {
            for (Path file : List.of(receipt, jwks, directory)) {
                Files.deleteIfExists(file);
            }
        }
    }

    private static void sample(Path receipt, Path jwks) throws IOException {
        SigningKey key = SampleRun.newKey();
        Receipt signed = new SampleRun(key, Wire.V0_1).next();
        Files.writeString(receipt, signed.compact());
        Files.writeString(jwks, "{\"keys\":[" + key.verificationKey().toJwk() + "]}");
    }

    private static Figure measure(Effort effort, Path root, List<String> arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(root.resolve("waybill").toString()));
        command.addAll(arguments);
        double[] withMillis = new double[effort.starts()];
        double[] withoutMillis = new double[effort.starts()];
        double[] ratio = new double[effort.starts()];
        time(command, "");
        time(command, "off");
        for (int i = 0; i < effort.starts(); i++) {
            withMillis[i] = time(command, "");
            withoutMillis[i] = time(command, "off");
            ratio[i] = withMillis[i] / withoutMillis[i];
        }
        return new Figure(
                "receipt verify FILE --jwks F, " + effort.starts() + " starts each",
                millis(withMillis),
                millis(withoutMillis),
                Duel.median(ratio),
                new Target.Below(0.5));
    }

    private static String millis(double[] times) {
        return String.format(Locale.ROOT, "%.0f ms", Duel.median(times));
    }

    /// The JDK's built-in archive stays on, as it is for everybody.
    private static double time(List<String> command, String cache) throws IOException, InterruptedException {
        long begin = System.nanoTime();
        var builder = new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().put("WAYBILL_START_CACHE", cache);
        Process process = builder.start();
        int code = process.waitFor();
        if (code != 0) {
            throw new IOException("expected exit code 0, found " + code + " from " + command);
        }
        return (System.nanoTime() - begin) / 1e6;
    }
}

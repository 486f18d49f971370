package dev.waybill.bench;

import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.jws.Wire;
import dev.waybill.receipt.key.SigningKey;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/// How long one `waybill receipt verify`, and the first answer of a `waybill serve`, take from the start of the
/// process.
final class StartBenchmark implements Benchmark {

    private static final String READY = "waybill is ready on ";

    @Override
    public String name() {
        return "start";
    }

    @Override
    public String question() {
        return "'waybill receipt verify' of one receipt, and 'waybill serve' up to its first answer, as processes: with the"
                + " start-up cache against without";
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
            figures.accept(serve(effort, root, directory));
        } finally {
            StoreBenchmark.delete(directory);
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

    /// From the start of the process to the answer of `/health`, on a store that is there.
    private static Figure serve(Effort effort, Path root, Path directory) throws IOException, InterruptedException {
        double[] withMillis = new double[effort.starts()];
        double[] withoutMillis = new double[effort.starts()];
        double[] ratio = new double[effort.starts()];
        firstAnswer(root, directory, "");
        for (int i = 0; i < effort.starts(); i++) {
            withMillis[i] = firstAnswer(root, directory, "");
            withoutMillis[i] = firstAnswer(root, directory, "off");
            ratio[i] = withMillis[i] / withoutMillis[i];
        }
        return new Figure(
                "serve, up to the first answer, " + effort.starts() + " starts each",
                millis(withMillis),
                millis(withoutMillis),
                Duel.median(ratio),
                Figure.INFORMATIVE);
    }

    private static double firstAnswer(Path root, Path directory, String cache)
            throws IOException, InterruptedException {
        var builder = new ProcessBuilder(root.resolve("waybill").toString(), "serve", "--port", "0")
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().put("WAYBILL_START_CACHE", cache);
        builder.environment().put("WAYBILL_DATA", directory.resolve("data").toString());
        builder.environment().put("WAYBILL_KEYS", directory.resolve("keys").toString());
        long begin = System.nanoTime();
        Process process = builder.start();
        try (HttpClient client = HttpClient.newHttpClient()) {
            String url = process.inputReader(StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> line.startsWith(READY))
                    .findFirst()
                    .orElseThrow(() -> new IOException("waybill serve ended before it was ready"))
                    .substring(READY.length())
                    .split(" ", 2)[0];
            int status = client.send(
                            HttpRequest.newBuilder(URI.create(url + "/health")).build(),
                            HttpResponse.BodyHandlers.discarding())
                    .statusCode();
            if (status != 200) {
                throw new IOException("expected 200, found " + status);
            }
            return (System.nanoTime() - begin) / 1e6;
        } finally {
            process.destroyForcibly().waitFor();
        }
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

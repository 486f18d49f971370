package dev.waybill.app.command.history;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;

/// A time-stamp service whose answers are made by openssl: another implementation of RFC 3161, with a certificate of
/// its own under an authority of its own.
final class OpensslTimestamps implements AutoCloseable {

    private static final String SETTINGS = """
            [tsa]
            default_tsa = here
            [here]
            serial = serial
            signer_digest = sha256
            default_policy = 1.2.3.4.1
            digests = sha256
            accuracy = secs:1
            [signer]
            extendedKeyUsage = critical,timeStamping
            """;

    private final Path folder;
    private final HttpServer server;

    OpensslTimestamps(Path folder) throws IOException {
        Assumptions.assumeTrue(isThere(), "openssl is not installed");
        this.folder = Files.createDirectories(folder);
        Files.writeString(folder.resolve("tsa.cnf"), SETTINGS);
        Files.writeString(folder.resolve("serial"), "01\n");
        openssl("req -x509 -newkey rsa:2048 -nodes -keyout ca.key -out ca.pem -days 3650 -subj /CN=authority");
        openssl("req -newkey rsa:2048 -nodes -keyout tsa.key -out tsa.csr -subj /CN=stamps");
        openssl("x509 -req -in tsa.csr -CA ca.pem -CAkey ca.key -CAcreateserial -out tsa.pem -days 3650"
                + " -extfile tsa.cnf -extensions signer");
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
    }

    private static boolean isThere() {
        try {
            return new ProcessBuilder("openssl", "version").start().waitFor() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/stamp";
    }

    String certificate() {
        return folder.resolve("ca.pem").toString();
    }

    private synchronized void answer(HttpExchange exchange) throws IOException {
        Files.write(folder.resolve("question"), exchange.getRequestBody().readAllBytes());
        openssl(
                "ts -reply -config tsa.cnf -section here -queryfile question -signer tsa.pem -inkey tsa.key -out answer");
        byte[] answer = Files.readAllBytes(folder.resolve("answer"));
        exchange.getResponseHeaders().add("Content-Type", "application/timestamp-reply");
        exchange.sendResponseHeaders(200, answer.length);
        exchange.getResponseBody().write(answer);
        exchange.close();
    }

    private void openssl(String words) {
        List<String> command = new ArrayList<>(List.of("openssl"));
        command.addAll(List.of(words.split(" ")));
        try {
            Process process = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .start();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new IllegalStateException(said);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}

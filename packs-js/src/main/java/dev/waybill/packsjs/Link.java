package dev.waybill.packsjs;

import dev.waybill.base.json.JsonException;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonWriter;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.LinkedBlockingQueue;

/// The line to the host: a JSON object a line, in both directions.
///
/// A thread reads all the time. When the host is gone, this process ends at once, whatever the code of a pack is at:
/// nobody waits for it any more. It also ends when a call takes longer than the host said it may.
final class Link {

    private static final int LATE = 4;

    private final LinkedBlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final OutputStream out;
    private volatile long until = Long.MAX_VALUE;

    private Link(OutputStream out) {
        this.out = out;
    }

    static Link ofProcess() {
        Link link = new Link(new FileOutputStream(FileDescriptor.out));
        // Whatever a library prints must not get between the lines.
        System.setOut(System.err);
        Thread.ofPlatform().daemon().name("host").start(link::listen);
        Thread.ofPlatform().daemon().name("watch").start(link::keepWatch);
        return link;
    }

    private void listen() {
        try (BufferedReader in = new BufferedReader(
                new InputStreamReader(new FileInputStream(FileDescriptor.in), StandardCharsets.UTF_8))) {
            String line = in.readLine();
            while (line != null) {
                lines.add(line);
                line = in.readLine();
            }
        } catch (IOException _) {
            // The host is gone, too.
        }
        Runtime.getRuntime().halt(0);
    }

    private void keepWatch() {
        while (true) {
            try {
                Thread.sleep(100);
            } catch (InterruptedException _) {
                return;
            }
            if (System.nanoTime() - until > 0 && until != Long.MAX_VALUE) {
                Runtime.getRuntime().halt(LATE);
            }
        }
    }

    void watch(JsonObject call) {
        long millis = call.get("limitMs") instanceof JsonNumber number
                ? number.asInteger().orElse(60_000)
                : 60_000;
        until = System.nanoTime() + millis * 1_000_000;
    }

    void unwatch() {
        until = Long.MAX_VALUE;
    }

    void send(JsonObject message) {
        try {
            out.write((JsonWriter.compact(message) + "\n").getBytes(StandardCharsets.UTF_8));
            out.flush();
        } catch (IOException _) {
            Runtime.getRuntime().halt(0);
        }
    }

    JsonObject receive() throws IOException {
        try {
            return JsonReader.read(lines.take(), JsonLimits.DOCUMENT)
                    .asObject()
                    .orElseThrow(() -> new IOException("expected an object"));
        } catch (JsonException e) {
            throw new IOException("expected JSON: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    /// Asks the host for something, and waits for what it says.
    JsonObject ask(JsonObject question) {
        send(question);
        try {
            return receive();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}

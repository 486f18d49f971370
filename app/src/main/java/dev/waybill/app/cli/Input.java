package dev.waybill.app.cli;

import dev.waybill.base.json.JsonException;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonValue;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Something to read: a file, or standard input for `-`. Every way of reading has a bound, so that no
/// input, however large, takes the process down.
public final class Input implements AutoCloseable {

    /// The most that a document read as a whole may have.
    public static final int DEFAULT_BOUND = 64 << 20;

    private final String name;
    private final InputStream stream;

    private Input(String name, InputStream stream) {
        this.name = name;
        this.stream = stream;
    }

    /// Opens a file, or standard input for `-`.
    public static Input open(String argument, Environment environment) {
        if (argument.equals("-")) {
            return new Input("standard input", environment.in());
        }
        try {
            Path file = Path.of(argument);
            if (Files.isDirectory(file)) {
                throw Failure.unreadable(argument + " is a directory", "Give a file, or - for standard input.");
            }
            return new Input(argument, Files.newInputStream(file));
        } catch (NoSuchFileException | InvalidPathException _) {
            throw new Failure(
                    ExitCode.USAGE,
                    "input_not_found",
                    "there is no file " + argument,
                    "Check the path, or give - for standard input.");
        } catch (IOException e) {
            throw unreadable(argument, e);
        }
    }

    /// Words of the command line itself.
    ///
    /// @param name what messages call it
    public static Input text(String name, String words) {
        return new Input(name, new ByteArrayInputStream(words.getBytes(StandardCharsets.UTF_8)));
    }

    /// What messages call it.
    public String name() {
        return name;
    }

    /// All bytes.
    public byte[] bytes() {
        return bytes(DEFAULT_BOUND);
    }

    /// All bytes, or a failure when there are more than the bound.
    public byte[] bytes(int bound) {
        try {
            byte[] bytes = stream.readNBytes(bound);
            if (bytes.length == bound && stream.read() >= 0) {
                throw Failure.unexpected(name, "at most " + bound + " bytes", "more", null);
            }
            return bytes;
        } catch (IOException e) {
            throw unreadable(name, e);
        }
    }

    /// All text, without the white space around it.
    public String text() {
        return new String(bytes(), StandardCharsets.UTF_8).strip();
    }

    /// One JSON document.
    public JsonValue json() {
        byte[] bytes = bytes();
        try {
            return JsonReader.read(bytes, JsonLimits.DOCUMENT);
        } catch (JsonException e) {
            throw Failure.badJson(name, e, bytes);
        }
    }

    /// One JSON object.
    ///
    /// @param expected what the object should be
    public JsonObject object(String expected, @Nullable String next) {
        return json().asObject().orElseThrow(() -> Failure.unexpected(name, expected, "another value", next));
    }

    /// One JSON object that another system made: its numbers may have any size and keep their spelling.
    ///
    /// @param expected what the object should be
    public JsonObject foreignObject(String expected, String next) {
        byte[] bytes = bytes();
        try {
            return JsonReader.readAnyNumbers(bytes, JsonLimits.DOCUMENT)
                    .asObject()
                    .orElseThrow(() -> Failure.unexpected(name, expected, "another value", next));
        } catch (JsonException e) {
            throw Failure.badJson(name, e, bytes);
        }
    }

    /// Line by line, each within the default bound.
    public Lines lines() {
        return new Lines(stream, Lines.DEFAULT_BOUND);
    }

    /// The raw stream, for formats that bound themselves.
    public InputStream stream() {
        return stream;
    }

    @Override
    public void close() {
        try {
            stream.close();
        } catch (IOException e) {
            throw unreadable(name, e);
        }
    }

    private static Failure unreadable(String name, IOException e) {
        return Failure.unreadable(
                name + " cannot be read: " + e.getMessage(), "Check that you have permission to read it.");
    }
}

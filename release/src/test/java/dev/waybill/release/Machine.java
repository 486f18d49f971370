package dev.waybill.release;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/// A machine without Java: a home of its own, no variables, and a PATH with a shell and the few programs that an
/// installation needs.
record Machine(Path home, Path programs) {

    record Result(int exitCode, String said) {}

    static Machine in(Path folder) throws IOException {
        Path home = Files.createDirectories(folder.resolve("home"));
        Path programs = Files.createDirectories(folder.resolve("programs"));
        for (String name : List.of("bash", "sh", "cp", "mv", "rm", "ln", "mkdir", "dirname", "readlink")) {
            Path program = Files.writeString(programs.resolve(name), "#!/bin/sh\nexec " + program(name) + " \"$@\"\n");
            if (!program.toFile().setExecutable(true)) {
                throw new IOException(program + " cannot be made executable");
            }
        }
        return new Machine(home, programs);
    }

    private static Path program(String name) {
        return List.of("/bin", "/usr/bin", "/usr/local/bin").stream()
                .map(folder -> Path.of(folder, name))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("this system has no " + name));
    }

    Process start(Object... words) {
        ProcessBuilder builder = new ProcessBuilder(
                        Arrays.stream(words).map(Object::toString).toList())
                .directory(home.toFile())
                .redirectErrorStream(true);
        builder.environment().clear();
        builder.environment().put("HOME", home.toString());
        builder.environment().put("PATH", programs.toString());
        try {
            return builder.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Result run(Object... words) {
        return reading("", words);
    }

    /// With something on standard input.
    Result reading(String input, Object... words) {
        Process process = start(words);
        try (InputStream said = process.getInputStream()) {
            process.getOutputStream().write(input.getBytes(StandardCharsets.UTF_8));
            process.getOutputStream().close();
            String text = new String(said.readAllBytes(), StandardCharsets.UTF_8);
            return new Result(process.waitFor(), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}

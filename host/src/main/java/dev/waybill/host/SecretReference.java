package dev.waybill.host;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Where a secret lies: `env:VARIABLE` or `file:PATH`. It is looked up at each use.
final class SecretReference {

    private static final String VARIABLE = "env:";
    private static final String FILE = "file:";

    private SecretReference() {}

    static String text(String reference) {
        if (reference.startsWith(VARIABLE)) {
            String name = reference.substring(VARIABLE.length());
            String value = System.getenv(name);
            if (value == null || value.isEmpty()) {
                throw new IllegalArgumentException("the environment variable " + name + " is not set");
            }
            return value;
        }
        if (!reference.startsWith(FILE)) {
            return reference;
        }
        try {
            return Files.readString(Path.of(reference.substring(FILE.length()))).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

package dev.waybill.app.command.evidence.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.house.Asked;
import dev.waybill.evidence.read.waybill.ExportedLinesReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/// Somebody with folders of records at a prompt: files in, an answer and an exit code out.
record EvidenceDesk(Path folder, Map<String, String> variables, Instant now) {

    static final Instant NOON = Instant.parse("2026-02-25T12:00:00Z");

    static EvidenceDesk in(Path folder) {
        return new EvidenceDesk(folder, new LinkedHashMap<>(), NOON);
    }

    EvidenceDesk at(Instant time) {
        return new EvidenceDesk(folder, variables, time);
    }

    EvidenceDesk with(String variable, String value) {
        Map<String, String> copy = new LinkedHashMap<>(variables);
        copy.put(variable, value);
        return new EvidenceDesk(folder, copy, now);
    }

    /// `waybill evidence …`
    Asked ask(String... words) {
        List<String> all = new ArrayList<>(List.of("evidence"));
        all.addAll(Arrays.asList(words));
        return Asked.waybill(variables, InstantSource.fixed(now), new byte[0], all.toArray(String[]::new));
    }

    /// Asks what must be answered with yes.
    Asked yes(String... words) {
        Asked asked = ask(words);
        assertThat(asked.code()).as(asked.out() + asked.err()).isEqualTo(ExitCode.YES);
        return asked;
    }

    /// Reads folders and files into the index.
    Told index(String... names) {
        List<String> words = new ArrayList<>(List.of("index"));
        Arrays.stream(names).map(this::path).forEach(words::add);
        return indexed(words);
    }

    /// A question to the index.
    Told question(String... words) {
        return indexed(Arrays.asList(words));
    }

    private Told indexed(List<String> words) {
        List<String> all = new ArrayList<>(words);
        all.addAll(List.of("--index", path("index"), "--json"));
        return Told.of(ask(all.toArray(String[]::new)));
    }

    Told verify(String name) {
        return Told.of(ask("verify", path(name), "--json"));
    }

    /// `export --jsonl`, line by line, without those that name formats.
    List<String> exported() {
        return yes("export", "--jsonl", "--index", path("index"))
                .out()
                .lines()
                .filter(line -> !line.startsWith("{\"" + ExportedLinesReader.FORMAT))
                .toList();
    }

    String path(String name) {
        return folder.resolve(name).toString();
    }

    /// Writes a file, in a folder that is made where it is missing.
    EvidenceDesk file(String name, String text) {
        try {
            folderOf(name);
            Files.writeString(folder.resolve(name), text);
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Makes the folder that a file is to lie in.
    EvidenceDesk folderOf(String name) {
        try {
            Files.createDirectories(folder.resolve(name).resolveSibling("."));
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    EvidenceDesk file(String name, List<String> lines) {
        return file(name, String.join("\n", lines) + "\n");
    }

    String text(String name) {
        try {
            return Files.readString(folder.resolve(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    List<String> lines(String name) {
        return text(name).lines().toList();
    }

    /// What somebody who should not did to a file.
    EvidenceDesk change(String name, UnaryOperator<List<String>> change) {
        return file(name, change.apply(new ArrayList<>(lines(name))));
    }
}

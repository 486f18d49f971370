package dev.waybill.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.house.Asked;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/// A user with a folder and keys of their own, at a prompt.
record Desk(Path folder) {

    static final String ROOT = """
            {"workflow_id":"wf_01HXYZ1234567890ABCDEF","step_id":"step_01HXYZ1234567890ABCDEF","parent_step_ids":[]}""";
    static final String CHILD = """
            {"workflow_id":"wf_01HXYZ1234567890ABCDEF","step_id":"step_01HXYZ1234567890ABCDEG",\
            "parent_step_ids":["step_01HXYZ1234567890ABCDEF"]}""";

    static Desk withKeys(Path folder) {
        Desk desk = new Desk(folder);
        desk.yes("keys", "new");
        desk.file("jwks.json", desk.yes("keys", "show", "--jwks").out());
        return desk;
    }

    /// A signed receipt in a file; gives back the path.
    String receipt(String name, String context, String... options) {
        String[] words = new String[options.length + 2];
        words[0] = "receipt";
        words[1] = "issue";
        System.arraycopy(options, 0, words, 2, options.length);
        return file(name, reading(context, words).out());
    }

    String jwks() {
        return path("jwks.json");
    }

    String path(String name) {
        return folder.resolve(name).toString();
    }

    String file(String name, String text) {
        try {
            return Files.writeString(folder.resolve(name), text).toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String text(String name) {
        try {
            return Files.readString(folder.resolve(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Asked ask(String... words) {
        return Asked.waybill(variables(), words);
    }

    Asked reading(String input, String... words) {
        return Asked.waybill(variables(), input.getBytes(StandardCharsets.UTF_8), words);
    }

    /// Asks what must be answered with yes.
    Asked yes(String... words) {
        Asked asked = ask(words);
        assertThat(asked.code()).as(asked.out() + asked.err()).isEqualTo(ExitCode.YES);
        return asked;
    }

    private Map<String, String> variables() {
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put("WAYBILL_KEYS", path("keys"));
        return variables;
    }
}

package dev.waybill.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.house.Asked;
import dev.waybill.testkit.Interop;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// `docs/cli.md` and the help tell the same story.
class CommandPageTest {

    @Test
    void everyCommandHasItsPlaceOnThePage() throws IOException {
        String page = Files.readString(Interop.projectRoot().resolve("docs/cli.md"));
        for (String name : names("", Commands.ALL)) {
            assertThat(page).contains("\n### `waybill " + name + "`\n").contains("waybill " + name);
        }
    }

    @Test
    void everyOptionThatThePageNamesExists() throws IOException {
        String page = Files.readString(Interop.projectRoot().resolve("docs/cli.md"));
        for (String name : names("", Commands.ALL)) {
            String help = Asked.waybill((name + " --help").split(" ", -1)).out();
            String section = section(page, name);
            for (String word : section.split("[^-a-z]+", -1)) {
                if (word.matches("--[a-z].*")) {
                    assertThat(help).as("waybill " + name).contains(word);
                }
            }
        }
    }

    private static String section(String page, String name) {
        int start = page.indexOf("\n### `waybill " + name + "`\n");
        int next = page.indexOf("\n##", start + 1);
        return page.substring(start, next < 0 ? page.length() : next);
    }

    private static List<String> names(String before, List<CommandEntry> entries) {
        List<String> names = new ArrayList<>();
        for (CommandEntry entry : entries) {
            if (entry instanceof CommandEntry.Leaf) {
                names.add(before + entry.name());
            }
            names.addAll(names(before + entry.name() + " ", entry.children()));
        }
        return names;
    }
}

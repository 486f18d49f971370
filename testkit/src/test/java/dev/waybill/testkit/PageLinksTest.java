package dev.waybill.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Links between pages: each leads to a file that is there, and to a heading of it where it names one.
class PageLinksTest {

    private static final Path ROOT = Interop.projectRoot();
    private static final Pattern CODE = Pattern.compile("(?ms)^```.*?^```|`[^`\\n]*`");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");

    private static List<Path> pages() throws IOException {
        List<Path> pages = new ArrayList<>();
        try (Stream<Path> top = Files.list(ROOT)) {
            top.filter(file -> file.toString().endsWith(".md")).forEach(pages::add);
        }
        for (String folder : List.of("docs", "examples", "specs")) {
            try (Stream<Path> below = Files.walk(ROOT.resolve(folder))) {
                below.filter(file -> file.toString().endsWith(".md")).forEach(pages::add);
            }
        }
        return pages;
    }

    @Test
    void everyLinkLeadsSomewhere() throws IOException {
        List<String> broken = new ArrayList<>();
        for (Path page : pages()) {
            for (String link : links(Files.readString(page))) {
                if (!leadsSomewhere(page, link)) {
                    broken.add(ROOT.relativize(page) + ": " + link);
                }
            }
        }
        assertThat(broken).isEmpty();
    }

    @Test
    void theIndexListsEveryPage() throws IOException {
        List<String> listed = links(Files.readString(ROOT.resolve("docs/README.md")));
        try (Stream<Path> files = Files.list(ROOT.resolve("docs"))) {
            assertThat(listed)
                    .containsAll(files.map(file -> file.getFileName().toString())
                            .filter(name -> name.endsWith(".md") && !name.equals("README.md"))
                            .toList());
        }
    }

    @Test
    void theRuleItselfNoticesBrokenLinks() throws IOException {
        Path page = ROOT.resolve("docs/README.md");
        assertThat(links("[a](runs.md#forks), `[b](none)`\n```\n[c](none)\n```\n[d](https://a.example)"))
                .containsExactly("runs.md#forks", "https://a.example");
        assertThat(leadsSomewhere(page, "runs.md#forks")).isTrue();
        assertThat(leadsSomewhere(page, "nodes.md#coreopenwophttpopenapi-call")).isTrue();
        assertThat(leadsSomewhere(page, "runs.md#no-such-heading")).isFalse();
        assertThat(leadsSomewhere(page, "no-such-page.md")).isFalse();
        assertThat(leadsSomewhere(page, "#no-such-heading")).isFalse();
    }

    private static List<String> links(String markdown) {
        return LINK.matcher(CODE.matcher(markdown).replaceAll(""))
                .results()
                .map(link -> link.group(1))
                .toList();
    }

    private static boolean leadsSomewhere(Path page, String link) throws IOException {
        if (link.contains("://")) {
            return true;
        }
        String[] parts = link.split("#", 2);
        Path target = parts[0].isEmpty() ? page : page.resolveSibling(parts[0]);
        return parts.length == 1
                ? Files.exists(target)
                : Files.exists(target) && anchors(target).contains(parts[1]);
    }

    /// The anchors that GitHub gives to headings.
    private static List<String> anchors(Path page) throws IOException {
        String text = Pattern.compile("(?ms)^```.*?^```")
                .matcher(Files.readString(page))
                .replaceAll("");
        return HEADING.matcher(text)
                .results()
                .map(heading -> heading.group(1)
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^\\p{L}\\p{N}_ -]", "")
                        .replace(' ', '-'))
                .toList();
    }
}

package dev.waybill.app.dashboard;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.waybill.app.dashboard.DashboardHost.button;
import static dev.waybill.app.dashboard.DashboardHost.fits;
import static dev.waybill.app.dashboard.SessionAgent.json;
import static dev.waybill.app.dashboard.SessionHouse.ROWS;
import static dev.waybill.app.dashboard.SessionHouse.section;
import static dev.waybill.app.dashboard.SessionHouse.tab;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import dev.waybill.app.dashboard.SessionAgent.At;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/// The pages of sessions hold against what agents write, however much it is, and keep nobody out.
@TestInstance(Lifecycle.PER_CLASS)
class SessionBarriersTest {

    @TempDir
    static Path folder;

    @RegisterExtension
    static final DashboardHost host = new DashboardHost();

    private SessionHouse house;

    @BeforeAll
    void open() throws Exception {
        house = SessionHouse.open(host.in(folder));
    }

    @Test
    void notesOfAgentsStayTextWhateverTheyHold() throws Exception {
        String hostile = String.join(
                "\\n\\n",
                "<script>alert(1)</script>",
                "<img src=x onerror=alert(2)> <svg onload=alert(3)></svg>",
                "[press me](javascript:alert(4)) [and me](data:text/html,<script>alert(5)</script>)",
                "[signed in](https://user:secret@evil.example/) [fine](https://example.org/a?b=c)",
                "![a picture](https://evil.example/pixel.png)",
                "# <b>loud</b> {{constructor}} ${alert(6)}",
                "```\\n</pre><script>alert(7)</script>\\n```",
                "**" + "*".repeat(5_000),
                "[".repeat(5_000) + "](".repeat(5_000),
                "x".repeat(20_000));
        At at = house.agent().start("plain", "EVIL-1");
        house.agent().bring(at, json("{'notesMarkdown':'" + hostile + "','kind':'<img src=x onerror=alert(8)>'}"));
        List<String> asked = new CopyOnWriteArrayList<>();
        List<String> dialogs = new CopyOnWriteArrayList<>();
        Page page = host.window();
        page.onRequest(request -> asked.add(request.url()));
        page.onDialog(dialog -> {
            dialogs.add(dialog.message());
            dialog.dismiss();
        });
        for (String tab : List.of("step", "notes", "documents")) {
            host.at(page, "/ui/session/EVIL-1?tab=" + tab);
            assertThat(page.locator(ROWS)).hasCount(3);
            page.locator(ROWS).nth(1).click();
            assertThat(page.locator("#detail")).not().isEmpty();
            assertThat(page.locator("#detail script, #detail img, #detail svg, #detail iframe"))
                    .hasCount(0);
            assertThat(fits(page)).as(tab).isTrue();
        }
        host.at(page, "/ui/session/EVIL-1?tab=notes");
        Locator notes = page.locator("#detail .notes");
        assertThat(notes).containsText("<script>alert(1)</script>");
        assertThat(notes).containsText("[press me](javascript:alert(4))");
        assertThat(notes.locator("a")).hasCount(1);
        assertThat(notes.locator("a")).hasAttribute("href", "https://example.org/a?b=c");
        assertThat(notes.locator("a + .target")).hasText("https://example.org/a?b=c");
        assertThat(notes).containsText("image: a picture (https://evil.example/pixel.png)");
        assertThat(dialogs).isEmpty();
        assertThat(asked).allMatch(url -> url.startsWith(host.url()));
    }

    @Test
    void thePageOfAThousandPlacesHoldsOnlyWhatCanBeSeen() throws Exception {
        At at = house.agent().start("rounds", json("{'ticketId':'LONG-1','rounds':1000}"));
        for (int i = 0; i < 999; i++) {
            at = house.agent().note(at, "Part " + i);
        }
        Page page = host.at("/ui/session/LONG-1");
        assertThat(page.locator("#count")).hasText("999 steps");
        assertThat(page.locator(ROWS).last()).containsText("(rounds 1000)");
        assertThat(nodes(page)).isLessThan(1_500);
        page.locator("#places").evaluate("it => it.scrollTo(0, 0)");
        assertThat(page.locator(ROWS).first()).containsText("Started");
        assertThat(nodes(page)).isLessThan(1_500);
        tab(page, "Notes").click();
        assertThat(page.locator("#detail .note")).hasCount(20);
        assertThat(nodes(page)).isLessThan(1_500);

        house.agent().note(at, "The last part");
        assertThat(page.locator("#count")).hasText("1000 steps");
        assertThat(nodes(page)).isLessThan(1_500);
        assertThat(page.locator("#detail .note").first()).containsText("The last part");
        button(page, "Older").click();
        assertThat(page.locator("#detail .note").first()).containsText("Part 979");
        assertThat(page.locator("#detail .note")).hasCount(20);
    }

    @Test
    void everythingCanBeReachedByKeyboard() throws Exception {
        house.reviewed("KEYS-1");
        Page page = host.at("/ui/session/KEYS-1");
        assertThat(page.locator(ROWS)).hasCount(5);
        page.locator(ROWS).last().focus();
        page.keyboard().press("ArrowUp");
        assertThat(page.locator("#detail h2").first()).hasText("Phase 2: Findings");
        page.keyboard().press("Home");
        assertThat(page.locator("#detail h2").first()).hasText("Started");
        page.keyboard().press("ArrowDown");
        assertThat(page.locator(ROWS + ":focus")).containsText("Phase 0");
        assertThat(page.locator("#detail h2").first()).hasText("Phase 0: Triage & Review Focus");
        tab(page, "Documents").focus();
        page.keyboard().press("Enter");
        assertThat(section(page, "Review")).isVisible();
    }

    @Test
    void aPhoneShowsNoSidewaysScroll() throws Exception {
        house.reviewed("PHONE-1");
        Page page = host.phone();
        for (String address : List.of(
                "/ui/sessions",
                "/ui/session/PHONE-1",
                "/ui/session/PHONE-1?tab=documents",
                "/ui/session/PHONE-1?tab=notes")) {
            host.at(page, address);
            assertThat(page.locator("h1")).isVisible();
            assertThat(page.locator("tbody tr, #detail h2").first()).isVisible();
            assertThat(fits(page)).as(address).isTrue();
        }
    }

    @Test
    void noPageHasASeriousBarrierInLightOrDark() throws Exception {
        At start = house.agent().start("plain", "AXE-2");
        house.agent().note(house.agent().note(start, "one [way](https://example.org)"), "no");
        house.agent().note(start, "another way");
        house.reviewed("AXE-1");
        for (ColorScheme scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
            Page page = host.window(
                    new Browser.NewContextOptions().setColorScheme(scheme).setBypassCSP(true));
            for (String address : List.of(
                    "/ui/sessions",
                    "/ui/session/AXE-1",
                    "/ui/session/AXE-1?tab=documents",
                    "/ui/session/AXE-1?tab=notes",
                    "/ui/session/AXE-2")) {
                host.at(page, address);
                assertThat(page.locator("tbody tr, #detail h2").first()).isVisible();
                assertThat(Axe.serious(page)).as(address + " " + scheme).isEqualTo(List.of());
            }
        }
    }

    private static int nodes(Page page) {
        return (Integer) page.evaluate("document.querySelectorAll('*').length");
    }
}

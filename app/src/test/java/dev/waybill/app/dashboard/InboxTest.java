package dev.waybill.app.dashboard;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/// The inbox: what waits for a person, answered by one.
@TestInstance(Lifecycle.PER_CLASS)
class InboxTest {

    @TempDir
    static Path folder;

    private ServedPages pages;

    @BeforeAll
    void open() throws Exception {
        Map<String, String> flows = new LinkedHashMap<>();
        flows.put(
                "ship",
                "{'id':'ship','name':'Ship','version':'1','nodes':[{'id':'gate','typeId':'core.approvalGate','config':{'title':'Ship it?','approversList':['ada','grace'],'timeoutMs':7200000}}],'edges':[]}");
        flows.put(
                "pay",
                "{'id':'pay','name':'Pay','version':'1','nodes':[{'id':'paid','typeId':'core.interrupt','config':{'kind':'external-event','data':{'eventType':'payment.settled'},'resumeSchema':{'type':'object','required':['reference'],'properties':{'reference':{'type':'string'},'amount':{'type':'number'},'method':{'enum':['card','transfer']}}}}}],'edges':[]}");
        flows.put(
                "ask",
                "{'id':'ask','name':'Ask','version':'1','nodes':[{'id':'when','typeId':'core.clarificationGate','config':{'questions':[{'id':'day','question':'Which day?','schema':{'type':'string'}},{'id':'floor','question':'Which floor?','schema':{'type':'integer'}}]}}],'edges':[]}");
        pages = ServedPages.open(folder, flows);
    }

    @AfterAll
    void close() {
        if (pages != null) {
            pages.close();
        }
    }

    @AfterEach
    void theBrowserComplainedOfNothing() {
        assertThat(pages.chromium.complaints).isEmpty();
    }

    private static Locator card(Page page, String run) {
        return page.locator(
                "section.ask", new Page.LocatorOptions().setHas(page.locator("a[href='/ui/run/" + run + "']")));
    }

    private static Locator press(Locator card, String name) {
        return card.getByRole(
                AriaRole.BUTTON, new Locator.GetByRoleOptions().setName(name).setExact(true));
    }

    @Test
    void aQuestionComesByItselfAndItsAnswerShowsThePersonAndTheReceipt() throws Exception {
        Page page = pages.at("/ui/inbox");
        assertThat(page.locator("h1")).hasText("Inbox");
        String run = pages.start("ship");
        Locator card = card(page, run);
        assertThat(card).containsText("Ship it?");
        assertThat(card).containsText("only ada, grace may answer");
        assertThat(card).containsText("due in 1 h");
        card.getByLabel("Answer as").selectOption("grace");
        press(card, "Accept").click();
        assertThat(card).containsText("Accepted by grace");
        assertThat(card).containsText("Signed for: receipt");
        pages.until(run, "completed");
        assertThat(pages.get("/v1/runs/" + run + "/events?streamMode=debug")).contains("\"resolvedBy\":\"grace\"");
    }

    @Test
    void anAnswerThatCameTooLateSaysWhoWasFirst() throws Exception {
        String run = pages.start("ship");
        pages.until(run, "waiting-approval");
        Page page = pages.chromium.window();
        // This page does not hear that somebody answers.
        page.route("**/run-changes**", Route::abort);
        pages.at(page, "/ui/inbox");
        Locator card = card(page, run);
        assertThat(press(card, "Reject")).isVisible();
        pages.post("/v1/runs/" + run + "/interrupts/gate", "{'resumeValue':{'action':'accept'},'decidedBy':'ada'}");
        press(card, "Reject").click();
        assertThat(card).containsText("ada was first");
        assertThat(card).containsText("Your answer was not recorded.");
    }

    @Test
    void aFormFollowsTheQuestionsSchema() throws Exception {
        String run = pages.start("pay");
        Page page = pages.at("/ui/inbox?kind=external-event");
        Locator card = card(page, run);
        press(card, "Answer").click();
        assertThat(card.getByLabel("reference")).isFocused();
        card.getByLabel("reference").fill("R-7");
        card.getByLabel("amount").fill("12.5");
        card.getByLabel("method").selectOption("\"transfer\"");
        press(card, "Answer").click();
        pages.until(run, "completed");
        assertThat(pages.get("/v1/runs/" + run))
                .contains("\"reference\":\"R-7\"", "\"amount\":12.5", "\"method\":\"transfer\"");
    }

    @Test
    void questionsOfAClarificationAreFieldsOfTheirKind() throws Exception {
        String run = pages.start("ask");
        Page page = pages.at("/ui/inbox?kind=clarification");
        Locator card = card(page, run);
        card.getByLabel("Which day?").fill("Tuesday");
        card.getByLabel("Which floor?").fill("4");
        press(card, "Answer").click();
        pages.until(run, "completed");
        assertThat(pages.get("/v1/runs/" + run)).contains("\"day\":\"Tuesday\"", "\"floor\":4");
    }

    @Test
    void theListIsNarrowedByKindInTheAddress() throws Exception {
        String ship = pages.start("ship");
        String ask = pages.start("ask");
        pages.until(ask, "waiting-input");
        Page page = pages.at("/ui/inbox?kind=approval");
        assertThat(card(page, ship)).isVisible();
        assertThat(card(page, ask)).hasCount(0);
        page.getByLabel("Kind").selectOption("clarification");
        assertThat(card(page, ask)).isVisible();
        assertThat(page).hasURL(Pattern.compile(".*/ui/inbox\\?kind=clarification$"));
    }

    @Test
    void aLinkOpensJustOneQuestionForSomebodyWithoutAnAccount() throws Exception {
        String run = pages.start("ship");
        pages.until(run, "waiting-approval");
        String link = "/ui/question/" + token(run);
        Page page = pages.at(link);
        assertThat(page.locator("nav")).hasCount(0);
        Page other = pages.at(link);
        page.getByLabel("Answer as").selectOption("ada");
        ServedPages.button(page, "Accept").click();
        assertThat(page.locator("#page [role=status]")).containsText("Your answer is recorded");
        ServedPages.button(other, "Accept").click();
        assertThat(other.locator("#page [role=status]")).containsText("ada was first");
    }

    private String token(String run) throws IOException, InterruptedException {
        Matcher token = Pattern.compile("\"interruptToken\":\"([^\"]+)\"").matcher(pages.get("/v1/runs/" + run));
        assertThat(token.find()).isTrue();
        return token.group(1);
    }

    @Test
    void aQuestionIsAnsweredByKeyboardAlone() throws Exception {
        String run = pages.start("ask");
        Page page = pages.at("/ui/inbox?kind=clarification");
        Locator card = card(page, run);
        card.getByLabel("Which day?").focus();
        page.keyboard().type("Monday");
        page.keyboard().press("Tab");
        page.keyboard().type("2");
        page.keyboard().press("Enter");
        assertThat(card).containsText("Answered");
    }

    @Test
    void theInboxHasNoBarrier() throws Exception {
        String run = pages.start("ship");
        pages.start("pay");
        pages.until(run, "waiting-approval");
        pages.haveNoBarrier(List.of("/ui/inbox", "/ui/question/" + token(run)));
    }
}

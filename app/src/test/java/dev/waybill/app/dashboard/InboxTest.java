package dev.waybill.app.dashboard;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/// The inbox: what waits for a person, answered by one.
@TestInstance(Lifecycle.PER_CLASS)
class InboxTest {

    @TempDir
    static Path folder;

    @RegisterExtension
    static final DashboardHost host = new DashboardHost();

    @BeforeAll
    void open() throws Exception {
        host.in(folder);
        host.flow(
                "ship",
                "{'id':'ship','name':'Ship','version':'1','nodes':[{'id':'gate','typeId':'core.approvalGate','config':{'title':'Ship it?','approversList':['ada','grace'],'timeoutMs':7200000}}],'edges':[]}");
        host.flow(
                "pay",
                "{'id':'pay','name':'Pay','version':'1','nodes':[{'id':'paid','typeId':'core.interrupt','config':{'kind':'external-event','data':{'eventType':'payment.settled'},'resumeSchema':{'type':'object','required':['reference'],'properties':{'reference':{'type':'string'},'amount':{'type':'number'},'method':{'enum':['card','transfer']}}}}}],'edges':[]}");
        host.flow(
                "ask",
                "{'id':'ask','name':'Ask','version':'1','nodes':[{'id':'when','typeId':'core.clarificationGate','config':{'questions':[{'id':'day','question':'Which day?','schema':{'type':'string'}},{'id':'floor','question':'Which floor?','schema':{'type':'integer'}}]}}],'edges':[]}");
        host.serve();
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
        Page page = host.at("/ui/inbox");
        assertThat(page.locator("h1")).hasText("Inbox");
        String run = host.start("ship");
        Locator card = card(page, run);
        assertThat(card).containsText("Ship it?");
        assertThat(card).containsText("only ada, grace may answer");
        assertThat(card).containsText("due in 1 h");
        card.getByLabel("Answer as").selectOption("grace");
        press(card, "Accept").click();
        assertThat(card).containsText("Accepted by grace");
        assertThat(card).containsText("Signed for: receipt");
        host.until(run, "completed");
        assertThat(host.get("/v1/runs/" + run + "/events?streamMode=debug")).contains("\"resolvedBy\":\"grace\"");
    }

    @Test
    void anAnswerThatCameTooLateSaysWhoWasFirst() throws Exception {
        String run = host.start("ship");
        host.until(run, "waiting-approval");
        Page page = host.window();
        // This page does not hear that somebody answers.
        page.route("**/run-changes**", Route::abort);
        host.at(page, "/ui/inbox");
        Locator card = card(page, run);
        assertThat(press(card, "Reject")).isVisible();
        host.post("/v1/runs/" + run + "/interrupts/gate", "{'resumeValue':{'action':'accept'},'decidedBy':'ada'}");
        press(card, "Reject").click();
        assertThat(card).containsText("ada was first");
        assertThat(card).containsText("Your answer was not recorded.");
    }

    @Test
    void aFormFollowsTheQuestionsSchema() throws Exception {
        String run = host.start("pay");
        Page page = host.at("/ui/inbox?kind=external-event");
        Locator card = card(page, run);
        press(card, "Answer").click();
        assertThat(card.getByLabel("reference")).isFocused();
        card.getByLabel("reference").fill("R-7");
        card.getByLabel("amount").fill("12.5");
        card.getByLabel("method").selectOption("\"transfer\"");
        card.getByLabel("Your name").fill("ada");
        press(card, "Answer").click();
        host.until(run, "completed");
        assertThat(host.get("/v1/runs/" + run))
                .contains("\"reference\":\"R-7\"", "\"amount\":12.5", "\"method\":\"transfer\"");
    }

    @Test
    void questionsOfAClarificationAreFieldsOfTheirKind() throws Exception {
        String run = host.start("ask");
        Page page = host.at("/ui/inbox?kind=clarification");
        Locator card = card(page, run);
        card.getByLabel("Which day?").fill("Tuesday");
        card.getByLabel("Which floor?").fill("4");
        press(card, "Answer").click();
        assertThat(card.getByLabel("Your name")).isFocused();
        assertThat(card.getByLabel("Your name")).hasValue("");
        card.getByLabel("Your name").fill("ada");
        press(card, "Answer").click();
        host.until(run, "completed");
        assertThat(host.get("/v1/runs/" + run)).contains("\"day\":\"Tuesday\"", "\"floor\":4");
    }

    @Test
    void theRunPageAsksWhoAnswersToo() throws Exception {
        String run = host.start("ask");
        host.until(run, "waiting-input");
        Page page = host.at("/ui/run/" + run);
        Locator card = page.locator("section.ask");
        card.getByLabel("Which day?").fill("Tuesday");
        card.getByLabel("Which floor?").fill("4");
        card.getByLabel("Your name").fill("grace");
        press(card, "Answer").click();
        host.until(run, "completed");
        assertThat(host.get("/v1/runs/" + run + "/events?streamMode=debug")).contains("\"resolvedBy\":\"grace\"");
    }

    @Test
    void whoDoesNotSayWhoTheyAreIsNotNamedAfterTheMachine() throws Exception {
        String run = host.start("ask");
        host.until(run, "waiting-input");
        host.post("/v1/runs/" + run + "/interrupts/when", "{'resumeValue':{'answers':{'day':'Monday','floor':1}}}");
        host.until(run, "completed");
        assertThat(host.get("/v1/runs/" + run + "/events?streamMode=debug"))
                .contains("interrupt.resolved")
                .doesNotContain("\"resolvedBy\"", "\"decidedBy\"");
    }

    @Test
    void theListIsNarrowedByKindInTheAddress() throws Exception {
        String ship = host.start("ship");
        String ask = host.start("ask");
        host.until(ask, "waiting-input");
        Page page = host.at("/ui/inbox?kind=approval");
        assertThat(card(page, ship)).isVisible();
        assertThat(card(page, ask)).hasCount(0);
        page.getByLabel("Kind").selectOption("clarification");
        assertThat(card(page, ask)).isVisible();
        assertThat(page).hasURL(Pattern.compile(".*/ui/inbox\\?kind=clarification$"));
    }

    @Test
    void aLinkOpensJustOneQuestionForSomebodyWithoutAnAccount() throws Exception {
        String run = host.start("ship");
        host.until(run, "waiting-approval");
        String link = "/ui/question/" + token(run);
        Page page = host.at(link);
        assertThat(page.locator("nav")).hasCount(0);
        Page other = host.at(link);
        page.getByLabel("Answer as").selectOption("ada");
        DashboardHost.button(page, "Accept").click();
        assertThat(page.locator("#page [role=status]")).containsText("Your answer is recorded");
        DashboardHost.button(other, "Accept").click();
        assertThat(other.locator("#page [role=status]")).containsText("ada was first");
    }

    private String token(String run) throws IOException, InterruptedException {
        Matcher token = Pattern.compile("\"interruptToken\":\"([^\"]+)\"").matcher(host.get("/v1/runs/" + run));
        assertThat(token.find()).isTrue();
        return token.group(1);
    }

    @Test
    void aQuestionIsAnsweredByKeyboardAlone() throws Exception {
        String run = host.start("ask");
        Page page = host.at("/ui/inbox?kind=clarification");
        Locator card = card(page, run);
        card.getByLabel("Which day?").focus();
        page.keyboard().type("Monday");
        page.keyboard().press("Tab");
        page.keyboard().type("2");
        page.keyboard().press("Tab");
        page.keyboard().type("Ada");
        page.keyboard().press("Enter");
        assertThat(card).containsText("Answered by Ada");
    }

    @Test
    void theInboxHasNoBarrier() throws Exception {
        String run = host.start("ship");
        host.start("pay");
        host.until(run, "waiting-approval");
        host.haveNoBarrier(List.of("/ui/inbox", "/ui/question/" + token(run)), "main h1");
    }
}

package dev.waybill.app.dashboard;

import static dev.waybill.app.dashboard.SessionAgent.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.waybill.app.dashboard.SessionAgent.At;
import java.io.IOException;
import java.util.List;

/// Guided workflows on a host, and what an agent over its MCP brings to them.
record SessionHouse(SessionAgent agent) {

    static final String REVIEW = "mr-review-workflow";
    static final String ROWS = "#places .row";

    private static final String PLAIN = """
            {'id':'plain','name':'A plain flow','description':'Says nothing of outputs.','version':'1.0.0','steps':[
            {'id':'look','title':'Look around','prompt':'Look at everything in {{ticketId}}.','requireConfirmation':true},
            {'id':'judge','title':'Judge it','prompt':'Say why.',
             'validationCriteria':{'type':'contains','value':'because','message':'say why you think so'}}]}""";

    private static final String ROUNDS = """
            {'id':'rounds','name':'Rounds','description':'One step, many times','version':'1.0.0','steps':[
             {'id':'rounds','type':'loop','title':'Rounds','loop':{'type':'for','count':'rounds','maxIterations':1000},
              'body':[{'id':'look','title':'Look','prompt':'Look at part {{currentIteration}}.'}]}]}""";

    static final String TRIAGE = """
            {'kind':'mr_review.phase_0_triage',
             'review':{'mrTitle':'fix(di): explicitly wire MCP description provider','classification':'Standard',
              'focusAreas':['tool contract correctness','DI wiring','agent usability']},
             'revisionLogEntry':'Triage completed; created review session and established focus areas.',
             'notesMarkdown':'## Triage\\n\\nA **Standard** change. Look at:\\n\\n- `tool-descriptions.ts`\\n- the DI wiring'}""";

    static final String FILES = """
            {'kind':'mr_review.changed_files','revisionLogEntry':'Read both files and their callers.','changedFiles':[
              {'path':'src/mcp/tool-description-provider.ts',
               'summary':'Remove debug log; ensure provider wiring is explicit','risk':'L'},
              {'path':'src/di/container.ts','summary':'Wire description provider','risk':'L'},
              {'path':'src/di/container.ts','summary':'Wire description provider in composition root','risk':'M'}]}""";

    static final String FINDINGS = """
            {'kind':'mr_review.findings','findings':[
              {'severity':'Minor','location':{'file':'src/di/container.ts','line':12},
               'title':'The provider is made twice','rationale':'Each call of the factory makes one.'},
              {'severity':'Major','location':{'file':'src/mcp/tool-descriptions.ts','line':79},
               'title':'Tool description drift: mentions completedSteps but tool uses state/event',
               'rationale':'Agents will send the wrong shape and fail the tool boundary contract.',
               'suggestion':'Update authoritative and standard descriptions to match the current schema.'}],
             'mrComments':[
              {'location':{'file':'src/mcp/tool-descriptions.ts','line':79},
               'title':'Fix workflow_next tool description drift',
               'body':'The description references completedSteps, but the tool input schema now expects state + optional event.'}]}""";

    static SessionHouse open(DashboardHost host) throws IOException, InterruptedException {
        host.flow("plain", PLAIN).flow("rounds", ROUNDS).serve();
        return new SessionHouse(host.agent());
    }

    static Locator tab(Page page, String name) {
        return page.getByRole(AriaRole.TAB, new Page.GetByRoleOptions().setName(name));
    }

    static Locator section(Page page, String name) {
        return page.getByRole(AriaRole.REGION, new Page.GetByRoleOptions().setName(name))
                .first();
    }

    /// The appendix of the contract, sent step by step.
    At reviewed(String session) throws IOException, InterruptedException {
        At at = agent.start(REVIEW, json("{'ticketId':'" + session + "','complexity':'Standard'}"));
        for (String output : List.of(TRIAGE, FILES, FINDINGS)) {
            at = agent.bring(at, json(output));
            assertThat(at.isBlocked()).as(at.told().toString()).isFalse();
        }
        return at;
    }
}

package dev.waybill.app.demo;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.host.HostBuilder;
import dev.waybill.host.Workflow;
import dev.waybill.workflow.WorkflowDefinition;
import java.time.Duration;

/// The team of the demo: its agents, what the mock model says in their places, and the workflow that they work in. The
/// agents are as real as any; only their model knows everything by heart, so that nobody needs a key.
final class DemoTeam {

    private static final String PUBLISH = "demo.publish";

    private DemoTeam() {}

    /// @param pace how many milliseconds each word takes
    static HostBuilder join(HostBuilder host, int pace) {
        return host.agent(
                        "demo.planner",
                        agent -> agent.modelClass("reasoning")
                                .prompt("You plan market reports. Say what to look up, and in which order to work."))
                .agent(
                        "demo.researcher",
                        agent -> agent.modelClass("research")
                                .prompt("You look things up. Say what your source has to say, with numbers."))
                .agent(
                        "demo.analyst",
                        agent -> agent.modelClass("reasoning")
                                .prompt("You take facts out of what others found. Leave out what nobody can check."))
                .agent(
                        "demo.checker",
                        agent -> agent.modelClass("reasoning")
                                .prompt("You check facts. Say whether they hold, and what would have to be shown."))
                .agent(
                        "demo.writer",
                        agent -> agent.modelClass("writing")
                                .prompt("You write two sentences that a busy reader will remember."))
                .activity(
                        PUBLISH, JsonObject.class, report -> report.with("url", "https://agents.example.com/reports/1"))
                .settings(JsonObject.of("models", mock(pace)))
                .workflow(report())
                .workflow(factCheck());
    }

    private static WorkflowDefinition report() {
        return Workflow.named("market-report")
                .input("topic", String.class)
                .variable("facts", String.class)
                .variable("verdict", String.class)
                .agent("plan", "demo.planner", step -> step.variables("topic"))
                .agent("search-news", "demo.researcher", step -> step.output("plan", "result", "plan"))
                .agent(
                        "search-filings",
                        "demo.researcher",
                        step -> step.output("plan", "result", "plan")
                                .after("plan")
                                .retry(2, Duration.ofMillis(200)))
                .agent(
                        "search-prices",
                        "demo.researcher",
                        step -> step.output("plan", "result", "plan").after("plan"))
                .agent(
                        "extract-facts",
                        "demo.analyst",
                        step -> step.output("search-news", "result", "news")
                                .output("search-filings", "result", "filings")
                                .output("search-prices", "result", "prices")
                                .config("resultTo", "facts")
                                .after("search-news", "search-filings", "search-prices"))
                .child(
                        "fact-check",
                        "fact-check",
                        step -> step.config("inputMapping", same("facts")).config("outputMapping", same("verdict")))
                .agent("write-draft", "demo.writer", step -> step.variables("topic", "facts", "verdict"))
                .approval("approve", "Publish the report?")
                .step(
                        "publish",
                        PUBLISH,
                        step -> step.output("write-draft", "result", "report").by("demo.planner"))
                .build();
    }

    private static WorkflowDefinition factCheck() {
        return Workflow.named("fact-check")
                .input("facts", String.class)
                .variable("verdict", String.class)
                .agent("check-sources", "demo.checker", step -> step.variables("facts"))
                .agent(
                        "check-numbers",
                        "demo.checker",
                        step -> step.variables("facts").after())
                .agent(
                        "verdict",
                        "demo.checker",
                        step -> step.output("check-sources", "result", "sources")
                                .output("check-numbers", "result", "numbers")
                                .config("resultTo", "verdict")
                                .after("check-sources", "check-numbers"))
                .build();
    }

    private static JsonObject same(String name) {
        return JsonObject.builder().put(name, name).build();
    }

    private static JsonObject mock(int pace) {
        JsonObject down = JsonObject.builder()
                .put(
                        "error",
                        JsonObject.builder()
                                .put("code", "model_overloaded")
                                .put("message", "the filings did not answer")
                                .build())
                .build();
        JsonObject program = JsonObject.builder()
                .put("plan", said("News, filings and prices side by side; then facts, a check, a draft.", pace))
                .put("search-news", said("Two new cell plants were announced this quarter.", pace))
                .put("search-filings", JsonArray.of(down, line("Makers report 12 % more demand.", pace)))
                .put("search-prices", said("A kilowatt-hour costs 8 % less than a year ago.", pace))
                .put("extract-facts", said("Demand +12 %, price -8 %, two new plants.", pace))
                .put("check-sources", said("Each fact has a source that says so.", pace))
                .put("check-numbers", said("The percentages follow from the tables.", pace))
                .put("verdict", said("The facts hold.", pace))
                .put(
                        "write-draft",
                        said(
                                "Batteries got cheaper and more wanted at once. Two new plants will tell for how long.",
                                pace))
                .build();
        return JsonObject.of("mock", JsonObject.of("program", program));
    }

    private static JsonArray said(String words, int pace) {
        return JsonArray.of(line(words, pace));
    }

    private static JsonObject line(String words, int pace) {
        return JsonObject.builder()
                .put("content", words)
                .put("delayMs", 4L * pace)
                .put("delayMsPerToken", pace)
                .build();
    }
}

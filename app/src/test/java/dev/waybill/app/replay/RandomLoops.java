package dev.waybill.app.replay;

import dev.waybill.agents.model.mock.MockPrograms;
import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonString;
import dev.waybill.journal.RunId;
import dev.waybill.runtime.StartRequest;
import dev.waybill.workflow.WorkflowDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;

/// Supervised loops with everything in them: plans and models that decide, workers that think, call tools, remember,
/// write files, retry, ask people, fail and lead teams themselves, one after the other and in parallel, and critics
/// over what is decided, called and brought back.
final class RandomLoops {

    private static final String NODE = "{'id':'%s','typeId':'%s','config':{%s},'inputs':{%s}%s}";
    private static final String RETRY = ",'settings':{'maxRetries':2,'retryDelayMs':200}";

    private final Random random;
    private final Stage stage;
    private int made;

    RandomLoops(Random random, Stage stage) {
        this.random = random;
        this.stage = stage;
    }

    /// Plays one loop to its end.
    RunId play() {
        MockPrograms.here().clear();
        List<String> workers = new ArrayList<>();
        for (int worker = 1 + random.nextInt(3); worker >= 0; worker--) {
            workers.add(worker());
        }
        if (random.nextInt(3) == 0) {
            workers.add(team("team" + made++, workers, false).id());
        }
        WorkflowDefinition loop = team("loop" + made++, workers, random.nextBoolean());
        JsonObject options = Stage.json("{'maxLoopIterations':%d}".formatted(random.nextInt(4) == 0 ? 2 : 8));
        RunId run = stage.host()
                .start(
                        Stage.ACME,
                        new StartRequest(
                                loop, JsonObject.EMPTY, options, JsonObject.EMPTY, EvidenceEnvelope.NONE, null, null));
        stage.playOut();
        return run;
    }

    /// A supervisor with its dispatch.
    ///
    /// @param model whether a model decides
    private WorkflowDefinition team(String id, List<String> workers, boolean model) {
        String plan = plan(workers);
        if (model) {
            stageDecisions(plan);
        }
        String supervisor =
                (model ? "'prompt':'Decide.','model':'mock/mock'" : "'mockDispatchPlan':[" + plan + "]") + judged(4);
        String dispatch = "'fanOutPolicy':'%s'%s%s%s"
                .formatted(
                        random.nextBoolean() ? "parallel" : "sequential",
                        random.nextBoolean() ? ",'outputMapping':{'seen':'result'}" : "",
                        reviewed(),
                        random.nextInt(5) == 0 ? ",'outputAttestation':{'checksum':true,'requireApproval':true}" : "");
        return stage.knows(workflow(
                id,
                NODE.formatted("plan", "core.orchestrator.supervisor", supervisor, "", "") + ","
                        + NODE.formatted("act", "core.dispatch", dispatch, "", "")));
    }

    /// Who looks at what workers bring back.
    private String reviewed() {
        return switch (random.nextInt(5)) {
            case 0 -> ",'verifier':{'mockVerdicts':['revise',{'verdict':'pass','criteria':['a'],'confidence':0.4}]}";
            case 1 ->
                ",'verifier':{'mockVerdicts':['fail','revise','pass'],'gating':%b}".formatted(random.nextBoolean());
            case 2 -> ",'verifier':{'workflow':'%s','criteria':['a','b']}".formatted(critic());
            default -> "";
        };
    }

    /// Who looks at what is decided, and at the tools that are called.
    ///
    /// @param seldom one of so many
    private String judged(int seldom) {
        if (random.nextInt(seldom) > 0) {
            return "";
        }
        String over = random.nextBoolean() ? ",'over':['decision','tool-calls']" : "";
        return random.nextBoolean()
                ? ",'verifier':{'workflow':'%s'%s}".formatted(critic(), over)
                : ",'verifier':{'mockVerdicts':['revise','pass']%s}".formatted(over);
    }

    /// A run that judges by the name of what it looks at, so that a second try has another chance.
    private String critic() {
        String id = "critic" + made++;
        String otherwise = random.nextBoolean() ? "revise" : "fail";
        stage.knows(workflow(
                id,
                NODE.formatted(
                        "judge",
                        "core.identity",
                        "",
                        "'verdict':{'type':'expression','expression':'contains(variables.target, \\\"7\\\") ? \\\"pass\\\" : \\\"%s\\\"'},"
                                        .formatted(otherwise)
                                + "'confidence':{'type':'static','value':%s}"
                                        .formatted(random.nextInt(4) == 0 ? "0.3" : "0.9"),
                        "")));
        return id;
    }

    private static String workflow(String id, String nodes) {
        return ("{'id':'%s','name':'%s','version':'1','nodes':[%s],"
                        + "'variables':[{'name':'result','type':'string','defaultValue':'r'},"
                        + "{'name':'target','type':'string','defaultValue':'none'}]}")
                .formatted(id, id, nodes);
    }

    private String plan(List<String> workers) {
        List<String> turns = new ArrayList<>();
        for (int turn = random.nextInt(3); turn >= 0; turn--) {
            turns.add(
                    switch (random.nextInt(6)) {
                        case 0 -> "{'kind':'clarify','questions':[{'id':'q','question':'?'}]}";
                        case 1 -> "{'kind':'escalate','reason':'dear'}";
                        case 2 -> next(workers, ",'confidence':0.3");
                        default -> next(workers, "");
                    });
        }
        turns.add("{'kind':'terminate','reason':'done'}");
        return String.join(",", turns);
    }

    private String next(List<String> workers, String more) {
        List<String> chosen = new ArrayList<>();
        for (int i = random.nextInt(2); i >= 0; i--) {
            chosen.add("'" + workers.get(random.nextInt(workers.size())) + "'");
        }
        return "{'kind':'next-worker','nextWorkerIds':[%s]%s}".formatted(String.join(",", chosen), more);
    }

    /// The model says the decisions, sometimes after something that is none.
    private void stageDecisions(String plan) {
        JsonArray turns = (JsonArray) JsonReader.read("[" + plan.replace('\'', '"') + "]", JsonLimits.DOCUMENT);
        String program = turns.items().stream()
                .map(turn -> "{\"content\":" + new JsonString(turn.toString()) + "}")
                .collect(Collectors.joining(","));
        String noise = random.nextInt(3) == 0 ? "{\"content\":\"let me think\"}," : "";
        MockPrograms.here()
                .stage("plan", (JsonArray) JsonReader.read("[" + noise + program + "]", JsonLimits.DOCUMENT));
    }

    private String worker() {
        String id = "worker" + made++;
        int node = random.nextInt(12);
        String nodes = switch (node) {
            case 0 -> model("think", "core.ai.chatCompletion", "", "");
            case 1 -> {
                stageError("tired");
                yield model("tired", "core.ai.chatCompletion", "", RETRY);
            }
            case 2 ->
                model(
                        "tool",
                        "core.ai.toolCalling",
                        ",'tools':[{'name':'look','description':'d','parameters':{'type':'object'}}],'toolChoice':'required'",
                        "");
            case 3 ->
                model(
                        "shape",
                        "core.ai.structuredOutput",
                        ",'outputSchema':{'type':'object','required':['word'],'properties':{'word':{'type':'string'}}}",
                        "");
            case 4 ->
                NODE.formatted(
                        "remember",
                        "core.identity",
                        "'memoryAction':'write-then-read'",
                        "",
                        ",'agent':{'agentId':'core.loop.agent','memoryRef':'loops/notes','modelClass':'chat'}");
            case 5 -> NODE.formatted("fail", "core.fail", "'code':'broken','message':'it broke'", "", "");
            case 6 -> NODE.formatted("gate", "core.approvalGate", "'title':'ok?'", "", "");
            case 8 ->
                NODE.formatted(
                                "write",
                                "waybill.workspace.write",
                                "'path':'notes/%d.md','content':'%s'".formatted(random.nextInt(3), id),
                                "",
                                "")
                        + "," + NODE.formatted("files", "waybill.workspace.list", "", "", "");
            case 9, 10 ->
                NODE.formatted(
                        "agent",
                        "core.conformance.mock-agent",
                        "'mockReasoning':{'summary':'because'},"
                                + "'mockToolCalls':[{'toolId':'look','arguments':{'n':%d},'result':{'n':1}}],"
                                        .formatted(random.nextInt(3))
                                + "'mockDecision':{'decision':'go','confidence':%s}"
                                        .formatted(random.nextInt(4) == 0 ? "0.5" : "0.9")
                                + judged(2),
                        "",
                        "");
            case 7 -> NODE.formatted("wait", "core.delay", "'ms':" + random.nextInt(900), "", "");
            default -> NODE.formatted("effect", "core.conformance.side-effect", "", "", "");
        };
        stage.knows(workflow(id, nodes));
        return id;
    }

    private String model(String id, String type, String config, String more) {
        return NODE.formatted(
                id,
                type,
                "'provider':'mock','model':'mock'" + config,
                "'messages':{'type':'static','value':[{'role':'user','content':'Think of %d.'}]}"
                        .formatted(random.nextInt(5)),
                more);
    }

    /// It fails at first, and the engine tries again.
    private static void stageError(String node) {
        MockPrograms.here().stage(node, (JsonArray) JsonReader.read(
                "[{\"error\":{\"code\":\"model_overloaded\"}},{\"content\":\"at last\"}]", JsonLimits.DOCUMENT));
    }
}

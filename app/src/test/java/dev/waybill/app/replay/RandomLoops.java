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
/// retry, ask people and fail, one after the other and in parallel.
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
        String plan = plan(workers);
        boolean model = random.nextBoolean();
        if (model) {
            stageDecisions(plan);
        }
        String supervisor = model ? "'prompt':'Decide.','model':'mock/mock'" : "'mockDispatchPlan':[" + plan + "]";
        String dispatch = "'fanOutPolicy':'%s'%s"
                .formatted(
                        random.nextBoolean() ? "parallel" : "sequential",
                        random.nextBoolean() ? ",'outputMapping':{'seen':'result'}" : "");
        WorkflowDefinition loop = stage.knows(workflow(
                "loop" + made++,
                NODE.formatted("plan", "core.orchestrator.supervisor", supervisor, "", "") + ","
                        + NODE.formatted("act", "core.dispatch", dispatch, "", "")));
        JsonObject options = random.nextInt(4) == 0 ? Stage.json("{'maxLoopIterations':2}") : JsonObject.EMPTY;
        RunId run = stage.host()
                .start(
                        Stage.ACME,
                        new StartRequest(
                                loop, JsonObject.EMPTY, options, JsonObject.EMPTY, EvidenceEnvelope.NONE, null, null));
        stage.playOut();
        return run;
    }

    private static String workflow(String id, String nodes) {
        return "{'id':'%s','name':'%s','version':'1','nodes':[%s],'variables':[{'name':'result','type':'string','defaultValue':'r'}]}"
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
        int node = random.nextInt(9);
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

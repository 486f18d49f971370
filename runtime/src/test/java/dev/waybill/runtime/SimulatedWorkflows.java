package dev.waybill.runtime;

import dev.waybill.workflow.WorkflowDefinition;
import java.util.List;

/// What the simulation runs: every way in which a run can wait for somebody.
final class SimulatedWorkflows {

    private static final String TAG = "'tag':{'type':'variable','variableName':'tag'}";
    private static final String VARIABLE = "{'name':'tag','type':'string','defaultValue':'none'}";
    private static final String RETRIES = ",'settings':{'maxRetries':3,'retryDelayMs':500}";

    private SimulatedWorkflows() {}

    static List<WorkflowDefinition> all() {
        return List.of(
                workflow(
                        "parallel",
                        node("a", "test.work", "") + "," + node("b", "test.work", "") + "," + node("c", "test.once", "")
                                + "," + node("end", "core.noop", ""),
                        edge("a", "end") + "," + edge("b", "end") + "," + edge("c", "end")),
                workflow(
                        "gate",
                        node("a", "test.work", "") + "," + node("gate", "core.approvalGate", "") + ","
                                + node("b", "test.work", ""),
                        edge("a", "gate") + "," + edge("gate", "b")),
                workflow(
                        "parent",
                        node("wait", "core.delay", "'ms':700") + ","
                                + node("call", "core.subWorkflow", "'workflowId':'child','inputMapping':{'tag':'tag'}")
                                + "," + node("after", "test.once", ""),
                        edge("wait", "call") + "," + edge("call", "after")),
                workflow(
                        "child",
                        node("inner", "test.work", "") + "," + node("wait", "core.delay", "'ms':900"),
                        edge("inner", "wait")),
                workflow(
                        "grandparent",
                        node("ask", "core.approvalGate", "") + ","
                                + node(
                                        "call",
                                        "core.subWorkflow",
                                        "'workflowId':'parent','inputMapping':{'tag':'tag'}"),
                        edge("ask", "call")),
                workflow(
                        "doomed",
                        node("try", "test.work", "") + "," + node("fail", "test.doomed", ""),
                        edge("try", "fail")),
                workflow(
                        "carefree",
                        node(
                                        "risky",
                                        "core.subWorkflow",
                                        "'workflowId':'doomed','onChildFailure':'absorb','propagateCancellation':false")
                                + ","
                                + node("aside", "core.subWorkflow", "'workflowId':'child','waitForCompletion':false")
                                + "," + node("after", "test.work", ""),
                        edge("risky", "after") + "," + edge("aside", "after")),
                workflow(
                        "team",
                        node("pair", Team.TYPE, "'workers':['child','parent'],'inputMapping':{'tag':'tag'}") + ","
                                + node("mixed", Team.TYPE, "'workers':['doomed','child'],'absorbs':true") + ","
                                + node("after", "test.once", ""),
                        edge("pair", "mixed") + "," + edge("mixed", "after")),
                workflow(
                        "supervised",
                        node(
                                        "plan",
                                        "core.orchestrator.supervisor",
                                        "'mockDispatchPlan':[{'kind':'next-worker','nextWorkerIds':['child','doomed','nobody']},"
                                                + "{'kind':'next-worker','nextWorkerIds':['parent'],'confidence':0.3},"
                                                + "{'kind':'escalate','reason':'r'}]")
                                + "," + node("act", "core.dispatch", "'inputMapping':{'tag':'tag'},'timeoutMs':3000")
                                + ","
                                + node("after", "test.once", ""),
                        edge("plan", "act") + "," + edge("act", "after")),
                workflow(
                        "thinker",
                        node(
                                "think",
                                "core.conformance.mock-agent",
                                "'mockReasoning':{'summary':'because','tokenCount':3},'mockToolCalls':[{'toolId':'look','arguments':{},'result':{'n':1}}],"
                                        + "'mockDecision':{'decision':'go','confidence':0.9}"),
                        ""),
                workflow(
                        "planned",
                        node("plan", "core.orchestrator.supervisor", "'supervisor':'sim.planner'") + ","
                                + node(
                                        "act",
                                        "core.dispatch",
                                        "'fanOutPolicy':'parallel','inputMapping':{'tag':'tag'}"),
                        ""),
                workflow(
                        "files",
                        node("write", "waybill.workspace.write", "'path':'notes/a.md','content':'x'") + ","
                                + node("list", "waybill.workspace.list", "") + ","
                                + node("keep", "test.remember", "'write':{'m':'text'}"),
                        edge("write", "list") + "," + edge("list", "keep")),
                workflow("critic", node("judge", "sim.critic", ""), ""),
                workflow(
                        "judged",
                        node("agent", "sim.agent", "'verifier':{'workflow':'critic','over':['decision','tool-calls']}")
                                + "," + node("after", "test.once", ""),
                        edge("agent", "after")),
                workflow(
                        "crew",
                        node(
                                        "plan",
                                        "core.orchestrator.supervisor",
                                        "'supervisor':'sim.planner','verifier':{'workflow':'critic','confidenceFloor':0.6}")
                                + ","
                                + node(
                                        "act",
                                        "core.dispatch",
                                        "'fanOutPolicy':'parallel','timeoutMs':3000,'verifier':{'workflow':'critic'}"),
                        ""),
                workflow(
                        "reviewed",
                        node(
                                        "plan",
                                        "core.orchestrator.supervisor",
                                        "'mockDispatchPlan':[{'kind':'next-worker','nextWorkerIds':['child','doomed']},"
                                                + "{'kind':'next-worker','nextWorkerIds':['child']}]")
                                + ","
                                + node(
                                        "act",
                                        "core.dispatch",
                                        "'timeoutMs':3000,'inputMapping':{'tag':'tag'},'outputMapping':{'tag':'tag'},"
                                                + "'verifier':{'function':'sim.critic'},"
                                                + "'outputAttestation':{'checksum':true,'requireApproval':true}"),
                        ""));
    }

    private static WorkflowDefinition workflow(String id, String nodes, String edges) {
        return TestHost.definition(
                "{'id':'%s','name':'n','version':'1','nodes':[%s],'edges':[%s],'triggers':[],'variables':[%s],'metadata':{},'settings':{'timeout':0}}"
                        .formatted(id, nodes, edges, VARIABLE));
    }

    private static String node(String id, String type, String config) {
        boolean works = type.startsWith("test.");
        return "{'id':'%s','typeId':'%s','name':'%s','position':{'x':0,'y':0},'config':{%s},'inputs':{%s}%s}"
                .formatted(id, type, id, config, works ? TAG : "", works ? RETRIES : "");
    }

    private static String edge(String from, String to) {
        return "{'id':'%s-%s','sourceNodeId':'%s','targetNodeId':'%s'}".formatted(from, to, from, to);
    }
}

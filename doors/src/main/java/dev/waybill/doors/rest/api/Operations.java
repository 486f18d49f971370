package dev.waybill.doors.rest.api;

import dev.waybill.doors.rest.Route;
import dev.waybill.doors.rest.RouteTable;
import java.util.ArrayList;
import java.util.List;

/// All operations of a host.
public final class Operations {

    private Operations() {}

    public static RouteTable of(RestHost host) {
        List<Route> routes = new ArrayList<>();
        routes.addAll(new WorkflowRoutes(host).routes());
        routes.addAll(new RunRoutes(host).routes());
        routes.addAll(new EventRoutes(host).routes());
        routes.addAll(new FeedRoutes(host).routes());
        routes.addAll(new InterruptRoutes(host).routes());
        routes.addAll(new ControlRoutes(host).routes());
        routes.addAll(new ForkRoutes(host).routes());
        routes.addAll(new StepRoutes(host).routes());
        routes.addAll(new ReceiptRoutes(host).routes());
        routes.addAll(new ProofRoutes(host).routes());
        routes.addAll(new ArtifactRoutes(host).routes());
        routes.addAll(new DebugRoutes(host).routes());
        routes.addAll(new MemoryRoutes(host).routes());
        routes.addAll(new AgentRoutes(host).routes());
        routes.addAll(new SystemRoutes(host).routes());
        routes.addAll(new SessionRoutes(host).routes());
        routes.addAll(new WebhookRoutes(host).routes());
        routes.addAll(new WorkspaceRoutes(host).routes());
        routes.addAll(new HeartbeatRoutes(host).routes());
        routes.addAll(new TriggerRoutes(host.triggers()).routes());
        routes.addAll(new EvidenceRoutes(host.evidence()).routes());
        routes.addAll(new DiscoveryRoutes(host).routes());
        host.seams().ifPresent(seams -> {
            routes.addAll(new SeamRoutes(host, seams).routes());
            routes.addAll(new ReviewSeams(host, seams).routes());
            routes.addAll(new LoopSeams(host, seams, SeamRoutes.SEAMS).routes());
            routes.addAll(new PerItemSeam(host, seams).routes());
            routes.addAll(new TranscriptSeam(host).routes());
            routes.addAll(new InspectionSeams(host).routes());
            routes.addAll(new ToolSeams(host, seams).routes());
            routes.addAll(new StateSeams(host, seams).routes());
            routes.add(new DispatchSeam(host, seams).route());
        });
        routes.add(new OpenApi(host.version(), routes).route());
        return new RouteTable(routes);
    }
}

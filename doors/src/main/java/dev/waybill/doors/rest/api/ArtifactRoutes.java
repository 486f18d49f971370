package dev.waybill.doors.rest.api;

import dev.waybill.doors.rest.Answer;
import dev.waybill.doors.rest.Call;
import dev.waybill.doors.rest.RestRefusal;
import dev.waybill.doors.rest.Route;
import dev.waybill.engine.node.ArtifactDraft;
import dev.waybill.journal.RunId;
import dev.waybill.journal.store.EventPages;
import dev.waybill.journal.store.Scope;
import dev.waybill.runtime.RunReader;
import dev.waybill.view.run.RunArtifacts;
import java.util.List;

/// What runs leave for people to take home.
final class ArtifactRoutes {

    private final RestHost host;

    ArtifactRoutes(RestHost host) {
        this.host = host;
    }

    List<Route> routes() {
        return List.of(
                Route.get("/runs/{runId}/artifacts", "listArtifacts", Scope.ARTIFACTS_READ, "The artifacts of a run.")
                        .also(Scope.RUNS_READ)
                        .gives(200, "ArtifactList")
                        .refuses(401, 403, 404, 410)
                        .by(call -> Answer.ok(artifacts(call).toJson())),
                Route.get(
                                "/runs/{runId}/artifacts/{artifactId}",
                                "getArtifact",
                                Scope.ARTIFACTS_READ,
                                "An artifact of a run, as it was kept.")
                        .also(Scope.RUNS_READ)
                        .gives(200, "Artifact")
                        .refuses(401, 403, 404, 410)
                        .by(this::artifact));
    }

    private RunArtifacts artifacts(Call call) {
        RunReader reader = host.runs().reader(call.caller());
        // Asked first: who sees no such run is told so, and a run whose events are gone has no artifacts to show.
        RunId run = reader.state(call.run()).header().runId();
        return new RunArtifacts(new EventPages(reader, run));
    }

    /// Whatever it is, a browser that comes here keeps it as a file and runs nothing of it.
    private Answer artifact(Call call) {
        ArtifactDraft draft = artifacts(call)
                .find(call.path("artifactId"))
                .orElseThrow(() -> new RestRefusal(404, "artifact_not_found", "the run has no artifact of this name"));
        return Answer.bytes(draft.contentType(), draft.bytes())
                .with("ETag", "\"" + draft.fact("").digest() + "\"")
                .with("X-Content-Type-Options", "nosniff")
                .with("Content-Security-Policy", "sandbox")
                .with("Content-Disposition", "attachment");
    }
}

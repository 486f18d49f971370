package dev.waybill.doors.rest.api;

import dev.waybill.base.TaskState;
import dev.waybill.doors.rest.Answer;
import dev.waybill.doors.rest.Call;
import dev.waybill.doors.rest.Handler;
import dev.waybill.doors.rest.RestRefusal;
import dev.waybill.doors.rest.Route;
import dev.waybill.evidence.query.Queries;
import dev.waybill.journal.store.Scope;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;

/// Questions about the evidence, as an extension of this host: those of `waybill evidence`, with the same answers.
record EvidenceRoutes(AskedEvidence evidence) {

    private static final String ALL = "/host/waybill/evidence/";
    private static final String TASK = "task";
    private static final long MOST_DEPTH = 1_000_000;
    private static final long MOST_SKEW = 86_400;

    private interface Question extends BiFunction<Queries, Call, dev.waybill.evidence.query.Answer> {}

    List<Route> routes() {
        return List.of(
                of("policy-at/{task}", "evidencePolicyAt", "Which policy was active when a task reached a state.")
                        .query("event", "The state it reached (default: merged).")
                        .by(asks((queries, call) -> queries.policyAt(call.path(TASK), state(call)))),
                of("trace/{correlation}", "evidenceTrace", "All records of a chain, each after those it depends on.")
                        .by(asks((queries, call) -> queries.trace(call.path("correlation")))),
                deep("why/{id}", "evidenceWhy", "What a record depends on, directly and indirectly.")
                        .by(asks((queries, call) -> queries.why(call.path("id"), depth(call)))),
                deep("impact/{id}", "evidenceImpact", "What depends on a record, directly and indirectly.")
                        .by(asks((queries, call) -> queries.impact(call.path("id"), depth(call)))),
                of("who/{task}", "evidenceWho", "Which agents worked on a task.")
                        .by(asks((queries, call) -> queries.who(call.path(TASK)))),
                of("commits/{task}", "evidenceCommits", "Which commits belong to a task.")
                        .by(asks((queries, call) -> queries.commits(call.path(TASK)))),
                of("checkpoints", "evidenceCheckpoints", "How many critical states have their receipt.")
                        .query(TASK, "One task (default: all).")
                        .query("missing", "true: only what is missing.")
                        .by(asks((queries, call) -> queries.checkpoints(
                                call.query(TASK).orElse(null),
                                call.query("missing").filter("true"::equals).isPresent()))),
                of("dag", "evidenceDag", "Whether the references between records hold.")
                        .query("correlation", "Only the chain with this correlation id.")
                        .by(asks((queries, call) ->
                                queries.dag(call.query("correlation").orElse(null)))));
    }

    private static Route.Builder of(String path, String operation, String summary) {
        return Route.get(ALL + path, operation, Scope.AUDIT_READ, summary)
                .query("skew", "Times of two systems that are closer than so many seconds are not compared.")
                .gives(200, "EvidenceAnswer")
                .refuses(400, 401, 403, 404);
    }

    private static Route.Builder deep(String path, String operation, String summary) {
        return of(path, operation, summary).query("depth", "How many steps to follow (default: 20).");
    }

    private Handler asks(Question question) {
        return call -> answer(call, question);
    }

    private Answer answer(Call call, Question question) throws IOException {
        Duration skew = Duration.ofSeconds(call.number("skew", Queries.USUAL_SKEW.toSeconds(), 0, MOST_SKEW));
        return Answer.ok(evidence.ask(call.caller(), index -> question.apply(index.queries(skew), call))
                .toJson());
    }

    private static int depth(Call call) {
        return (int) call.number("depth", Queries.USUAL_DEPTH, 1, MOST_DEPTH);
    }

    private static String state(Call call) {
        String said = call.query("event").orElse(TaskState.MERGED.wire());
        return Arrays.stream(TaskState.values())
                .map(TaskState::wire)
                .filter(said::equals)
                .findFirst()
                .orElseThrow(() -> RestRefusal.invalid("expected event to be out of "
                        + Arrays.stream(TaskState.values()).map(TaskState::wire).toList()));
    }
}

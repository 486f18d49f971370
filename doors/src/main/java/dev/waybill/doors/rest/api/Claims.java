package dev.waybill.doors.rest.api;

import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.decide.Limits;
import dev.waybill.engine.node.MockProvider;
import dev.waybill.engine.node.SupervisorNode;
import dev.waybill.engine.node.TranscriptWindow;
import dev.waybill.journal.event.DrainPolicy;
import dev.waybill.journal.memory.MemoryWrite;
import dev.waybill.runtime.TenantWorkspace;
import dev.waybill.runtime.heartbeat.Heartbeats;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/// What this host says of itself. A flag goes in here together with the test that shows it, and not before.
public final class Claims {

    /// What an answer over HTTP may have; see `core.openwop.http.fetch`.
    private static final long LONGEST_ANSWER = 4L << 20;

    /// See `waybill.memory.distill`.
    private static final long MOST_DISTILLED = 100_000;

    private static final JsonObject HTTP = SeamRuns.quoted(
            "{'id':'http','name':'h','version':'1','nodes':[{'id':'n','typeId':'core.openwop.http.fetch'}]}");

    private static final JsonObject PROMPTS = SeamRuns.quoted(
            "{'id':'ask','name':'a','version':'1','nodes':[{'id':'n','typeId':'core.ai.chatCompletion'}]}");

    private static final String FIXTURES = "RestFixturesInteropTest#everyFixtureEndsAsItsSuiteSaysOrIsRefusedByName";

    private Claims() {}

    public static List<Claim> of(RestHost host) {
        String control = "RestControlTest#";
        String memory = "RestMemoryTest#";
        String loop = "SupervisedLoopTest#";
        List<Claim> claims = new ArrayList<>(base(host, FIXTURES, control, memory, loop));
        // Who has none says nothing about agents of packs.
        if (!host.agents().entries().isEmpty()) {
            claims.addAll(agents());
        }
        // A loop in which nothing thinks has no context to spend.
        if (host.agents().thinks()) {
            claims.addAll(contextBudget());
        }
        if (host.runs().missing(SeamRuns.definition(HTTP)).isEmpty()) {
            claims.addAll(tools());
        }
        if (host.runs().missing(SeamRuns.definition(PROMPTS)).isEmpty()) {
            claims.addAll(prompts());
            claims.addAll(envelopes());
            claims.addAll(distillation());
        }
        // Never in production.
        if (host.seams().isPresent()) {
            claims.addAll(seams());
        }
        return claims;
    }

    private static List<Claim> contextBudget() {
        String budget = "multiAgent.executionModel.contextBudget.";
        String summed = "ContextBudgetTest#whatNoLongerFitsIsSummedUpAndTheSummaryStandsForItFromThenOn";
        return List.of(
                Claim.number(
                        budget + "transcriptTokenBudget",
                        TranscriptWindow.MOST,
                        "ContextBudgetTest#noTurnIsToldMoreThanTheHostSays"),
                Claim.text(budget + "tokenCounter", TranscriptWindow.COUNTER, summed),
                Claim.yes(budget + "summarization.supported", summed),
                Claim.number(
                        budget + "summarization.keepLastTurns",
                        SupervisorNode.KEPT_TURNS,
                        "ContextBudgetTest#theLatestTurnIsNeverSummedUp"));
    }

    /// What only some hosts say.
    public static List<Claim> ofSome() {
        return Stream.of(agents(), contextBudget(), tools(), prompts(), envelopes(), distillation(), seams())
                .flatMap(List::stream)
                .toList();
    }

    /// Of a host whose nodes ask models: a wrong answer is asked for again, and each question has one answer.
    private static List<Claim> envelopes() {
        String rounds = "StructuredOutputTest#whatNeverFitsEndsAtTheHostsBound";
        return List.of(
                Claim.number("limits." + Discovery.SCHEMA_ROUNDS, Limits.SCHEMA_ROUNDS, rounds),
                Claim.number("limits." + Discovery.ENVELOPES, 1, rounds));
    }

    private static List<Claim> seams() {
        return List.of(
                Claim.yes("conformance.mockAgent", FIXTURES),
                Claim.yes("observability.testSeams.otelScrape", "TestSeamsTest#theSpansOfARunAreThereToBeSearched"),
                Claim.yes(
                        "observability.testSeams.debugBundleExport",
                        "TestSeamsTest#theDebugBundleIsTheOneThatEverybodyGets"),
                Claim.texts(
                        "testing.mockProviders",
                        MockProvider.ids(),
                        "StreamedTextInteropTest#aMockThatNobodyKnowsIsRefusedWithThoseThatAreKnown"));
    }

    /// Of a host whose workflows and agents reach the world.
    private static List<Claim> tools() {
        String seams = "ToolSeamsInteropTest#";
        String fetch = seams + "whatLeadsIntoAPrivateNetworkIsNotFetchedAndThatIsOnTheRecord";
        return List.of(
                Claim.yes("toolHooks.supported", seams + "aCallThatMayBeMadeIsOnTheRecordByItsDigest"),
                Claim.yes(
                        "toolHooks.perToolAuthorization",
                        seams + "aCallWithoutItsScopeNeverReachesTheToolNorDoesOneThatNobodyCanJudge"),
                Claim.yes("toolHooks.perToolRateLimit", seams + "aCallThatComesTooOftenIsStopped"),
                Claim.yes("httpClient.supported", fetch),
                Claim.yes("httpClient.ssrfGuard", fetch),
                Claim.texts(
                        "httpClient.methods",
                        List.of("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"),
                        "FetchTest#eachMethodThatDiscoveryNamesIsSent"),
                Claim.number(
                        "httpClient.maxResponseBodyBytes",
                        LONGEST_ANSWER,
                        "FetchTest#anAnswerHasAnEndInBytesAndInTime"));
    }

    /// Of a host whose nodes ask models: one of them sums up memories.
    private static List<Claim> distillation() {
        String within = "DistillationInteropTest#aSummaryStaysWithinItsBudgetOrNothingIsWritten";
        String index = "DistillationInteropTest#theIndexIsAFileOfTheWorkspace";
        return List.of(
                Claim.yes("memory.distillation.supported", within),
                Claim.number("memory.distillation.maxTokenBudget", MOST_DISTILLED, within),
                Claim.yes("memory.distillation.indexEmitted", index),
                Claim.text("memory.distillation.tokenizerName", SupervisorNode.TOKEN_COUNTER, within));
    }

    /// Of a host whose nodes ask models: they may do so with prompts of packs.
    private static List<Claim> prompts() {
        String found = "PromptsInteropTest#everyPromptOfANodeIsFoundAndPutTogether";
        String nodes = "NodePromptsTest#";
        return List.of(
                Claim.yes("prompts.supported", found),
                Claim.texts("prompts.templateKinds", List.of("system", "user", "few-shot", "schema-hint"), found),
                Claim.texts(
                        "prompts.variableSources",
                        List.of("input", "variable", "context"),
                        nodes + "whatAPromptLeavesOpenComesFromWhereItSaysOrItsDefaultOrIsLeftEmpty"),
                Claim.text(
                        "prompts.observability", "hashed", nodes + "eachPromptIsToldWhereItWasFoundAndThenPutTogether"),
                Claim.yes("prompts.agentBindings", "LiveAgentTest#aRunMayAskForAnotherPromptAndTheRecordSaysWhere"));
    }

    private static List<Claim> agents() {
        String listed = "RestAgentsTest#theAgentsOfThePacksAreListedWithoutTheirInsides";
        String live = "LiveAgentTest#";
        return List.of(
                Claim.yes("agents.manifestRuntime.supported", listed),
                Claim.yes(
                        "agents.manifestRuntime.handoffValidation",
                        live + "aTaskThatDoesNotFitIsRefusedBeforeAnybodyIsAsked"),
                Claim.text("agents.manifestRuntime.installScope", "host", listed),
                Claim.yes("agents.reasoning.streaming", "EntryPointsTest#itThinksCallsAWorkflowAsAToolAndDecides"),
                Claim.yes("agents.liveRuntime.supported", live + "theStoryIsToldInTheOrderOfTheProtocol"),
                Claim.yes(
                        "agents.liveRuntime.structuredOutput",
                        live + "aResultThatDoesNotFitIsAskedForOnceMoreAndThenFails"),
                Claim.yes("agents.liveRuntime.confidenceEscalation", live + "whatAnAgentIsNotSureOfAPersonDecides"),
                Claim.texts(
                        "agents.liveRuntime.sources",
                        List.of("workflow-node", "run-api", "chat-mention"),
                        live + "threeWaysInGiveOneFamily"));
    }

    private static List<Claim> base(RestHost host, String fixtures, String control, String memory, String loop) {
        String webhooks = "RestWebhooksTest#";
        String workspace = "RestWorkspaceTest#";
        String replay = "ReplayInteropTest#";
        return List.of(
                Claim.texts("supportedEnvelopes", List.of("clarification.request"), fixtures),
                Claim.number("limits.clarificationRounds", host.runs().limits().loopIterations(), fixtures),
                Claim.number("limits.maxNodeExecutions", host.runs().limits().nodeExecutions(), fixtures),
                Claim.number(
                        "limits.maxLoopIterations",
                        host.runs().limits().loopIterations(),
                        "LoopTest#aLoopThatPassesItsLimitBreachesItsCap"),
                Claim.number(
                        "limits.maxRequestBodyBytes",
                        host.bodies().longest(),
                        "BadRequestsTest#aBodyThatIsTooLongIsRefused"),
                Claim.yes("multiAgent.executionModel.supported", fixtures),
                Claim.number(
                        "multiAgent.executionModel.version",
                        6,
                        "VerifierInteropTest#aFailIsNotMergedAndATerminateOverItFailsTheRun"),
                Claim.yes(
                        "multiAgent.executionModel.replayDeterminism.supported",
                        replay + "aReplayIsItsSourceByteForByteAndSoIsItsSnapshot"),
                Claim.text(
                        "multiAgent.executionModel.replayDeterminism.llmCacheKeyRecipe",
                        "spec-rfc-0041",
                        replay + "theKeyOfARequestIsTheOneThatEveryHostComesTo"),
                Claim.yes(
                        "multiAgent.executionModel.replayDeterminism.refusalDivergenceEmission",
                        replay + "whoRefusesNowAndDidNotThenOrTheOtherWayRoundEndsTheReplay"),
                Claim.yes(
                        "multiAgent.executionModel.crossHostCausation.supported",
                        "TwoHostsTest#workGoesToAnotherHostAndItsChainLeadsBack"),
                Claim.text(
                        "multiAgent.executionModel.crossHostCausation.hostId",
                        host.hostId(),
                        "TwoHostsTest#workGoesToAnotherHostAndItsChainLeadsBack"),
                Claim.yes(
                        "multiAgent.executionModel.crossHostCausation.ancestryEndpointSupported",
                        "RestForkTest#aRunOfAnotherHostIsTheParentOneHopAway"),
                new Claim(
                        "multiAgent.executionModel.confidenceEscalationFloor",
                        host.runs().limits().confidenceFloor(),
                        loop + "whatIsDecidedBelowTheFloorIsRecordedThenEscalatedThenAsked"),
                Claim.text(
                        "multiAgent.executionModel.confidenceEscalationInterruptKind",
                        "approval",
                        loop + "whatIsDecidedBelowTheFloorIsRecordedThenEscalatedThenAsked"),
                Claim.text(
                        "multiAgent.executionModel.crossChildMemoryConcurrency",
                        "strict",
                        "MemoryInteropTest#writesOfChildrenAtOnceAreOneAfterTheOtherAndTheNextTurnSeesThemAll"),
                Claim.yes(
                        "multiAgent.executionModel.verifier.supported",
                        "VerifierTest#aPassIsRecordedOverTheChildAndThenItsResultIsTakenOver"),
                Claim.yes(
                        "multiAgent.executionModel.verifier.gating",
                        "VerifierInteropTest#aFailIsNotMergedAndATerminateOverItFailsTheRun"),
                Claim.yes(
                        "agents.subRunAttestation",
                        "VerifierInteropTest#whatAChildBringsBackIsAttestedAndTakenOverOnlyWhenApproved"),
                Claim.yes(
                        "multiAgent.executionModel.statefulResume",
                        "KilledLoopInteropTest#itGoesOnWithTheSameTurnAndWhatThatTurnSaw"),
                Claim.number(
                        "multiAgent.executionModel.transcriptWindow",
                        SupervisorNode.WINDOW,
                        "IterationTest#aSupervisorIsToldTheLatestTurnsAndStillKnowsWhichOneItIs"),
                Claim.yes("heartbeat.supported", "LoopSeamsTest#aHeartbeatStartsAFreshRunAndLeavesALoopThatWaitsAlone"),
                Claim.number(
                        "heartbeat.minIntervalSec",
                        Heartbeats.LEAST_INTERVAL.toSeconds(),
                        "LoopSeamsTest#aHeartbeatTellsATransitionOnceAndNothingWhereNothingChanged"),
                Claim.number(
                        "heartbeat.maxRuntimeMs",
                        Heartbeats.MOST_TIME.toMillis(),
                        "LoopSeamsTest#aLookThatTakesTooLongChangesNothing"),
                Claim.yes("agents.supported", fixtures),
                Claim.yes("agents.orchestrator", fixtures),
                Claim.yes("agents.dispatch", fixtures),
                Claim.yes("agents.dispatchMapping", fixtures),
                Claim.yes("orchestrator.supported", loop + "aDecisionLeadsToAWorkerAndItsEndToTheNextTurn"),
                Claim.text("orchestrator.workerIdInterpretation", "agent", fixtures),
                Claim.yes(
                        "orchestrator.fanOutSupported",
                        loop + "workersGoOneAfterTheOtherAndEachSeesWhatTheOneBeforeBroughtBack"),
                Claim.yes("dispatch.supported", loop + "everyPhaseNamesTheOneBeforeItAndTheFirstTheDecision"),
                Claim.texts("dispatch.models", List.of("child-run"), fixtures),
                // RFC 0118 asks for joins and their events under these two; our parallel policy waits for all, without
                // them.
                Claim.no("dispatch.fanOutSupported", loop + "termsOfAFanOutThatThisHostDoesNotHaveAreRefused"),
                Claim.texts(
                        "dispatch.fanOutPolicies",
                        List.of("sequential", "reject"),
                        loop + "workersGoOneAfterTheOtherAndEachSeesWhatTheOneBeforeBroughtBack"),
                Claim.texts(
                        "dispatch.askUserRoutings",
                        List.of("auto", "clarification"),
                        "LoopInteropTest#askUserMeansClarify"),
                Claim.yes("dispatch.perItemInput", "PerItemSeamTest#everyChildGetsTheInputsAtItsOwnPlace"),
                Claim.yes("memory.supported", memory + "whatIsPutIsReadByTheOwnTenantOnly"),
                Claim.number(
                        "memory.maxEntrySizeBytes",
                        MemoryWrite.MOST_BYTES,
                        "MemoryInteropTest#anEntryMayHaveItsLimitAndNotAByteMore"),
                Claim.yes("memory.ttlSupported", memory + "anEntryWithoutTimeIsNotSeen"),
                Claim.texts("agents.memoryBackends", List.of("long-term"), fixtures),
                Claim.yes("memory.attribution.supported", "MemoryActionTest#whatWasWrittenIsReadBack"),
                Claim.yes("memory.attribution.emitsWriteEvents", "MemoryActionTest#whatWasWrittenIsReadBack"),
                Claim.yes("replay.supported", "RestForkTest#aReplayRepeatsItsSource"),
                Claim.texts("replay.modes", List.of("replay", "branch"), "RestForkTest#aBranchGoesOnWithOtherValues"),
                Claim.text(
                        "replay.sideEffectSuppression",
                        "recorded-outcome",
                        replay + "anEffectThatItsSourceNeverReachedIsNotDoneByTheReplay"),
                Claim.yes("runs.pauseResume.supported", control + "aPausedRunGoesOnWhenItIsResumed"),
                Claim.texts(
                        "runs.pauseResume.drainPolicies",
                        Arrays.stream(DrainPolicy.values())
                                .map(DrainPolicy::wire)
                                .toList(),
                        control + "aPausedRunGoesOnWhenItIsResumed"),
                Claim.yes("runs.bulkCancel.supported", control + "manyAreCancelledAtOnceInTheirOrder"),
                Claim.number(
                        "runs.bulkCancel.maxRunIds",
                        ControlRoutes.MOST_AT_ONCE,
                        control + "manyAreCancelledAtOnceInTheirOrder"),
                Claim.yes("webhooks.supported", webhooks + "aDeliveryIsSignedAndNamesItsEventUnderBothHeaders"),
                Claim.texts(
                        "webhooks.signatureAlgorithms",
                        List.of("v1"),
                        webhooks + "aDeliveryIsSignedAndNamesItsEventUnderBothHeaders"),
                Claim.yes("webhooks.durable", "KilledDeliveryTest#whatWasCommittedIsDeliveredAfterTheProcessWasKilled"),
                Claim.yes("workspace.supported", workspace + "aRunSeesTheFilesAsTheyWereWhenItStarted"),
                Claim.yes("workspace.versioned", workspace + "everyWriteMakesAVersionThatCanBeRead"),
                Claim.number(
                        "workspace.maxFileBytes",
                        TenantWorkspace.MOST_BYTES,
                        "TenantWorkspaceTest#aFileThatIsTooLargeIsRefused"),
                Claim.number(
                        "workspace.maxFiles",
                        TenantWorkspace.MOST_FILES,
                        "TenantWorkspaceTest#aWorkspaceThatIsFullTakesNoNewFile"),
                Claim.yes("debugBundle.supported", fixtures),
                Claim.yes("subWorkflow.inputMapping", fixtures));
    }
}

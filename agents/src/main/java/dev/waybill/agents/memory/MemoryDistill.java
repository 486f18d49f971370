package dev.waybill.agents.memory;

import dev.waybill.agents.model.BudgetSpent;
import dev.waybill.agents.model.ModelAnswer;
import dev.waybill.agents.model.ModelChoice;
import dev.waybill.agents.model.ModelListener;
import dev.waybill.agents.model.ModelMessage;
import dev.waybill.agents.model.ModelRequest;
import dev.waybill.agents.model.ModelSession;
import dev.waybill.agents.model.Sampling;
import dev.waybill.agents.model.config.Models;
import dev.waybill.agents.model.config.NoSuchModel;
import dev.waybill.agents.sheet.Sheet;
import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.node.Activity;
import dev.waybill.engine.node.ActivityCall;
import dev.waybill.engine.node.ActivityKind;
import dev.waybill.engine.node.MemoryDraft;
import dev.waybill.engine.node.NodeManifest;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.journal.event.AgentFact;
import dev.waybill.journal.memory.MemoryEntry;
import dev.waybill.workflow.AgentRef;
import dev.waybill.workflow.WorkflowNode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;

/// `waybill.memory.distill`: has a model sum up what a memory holds, within a budget of tokens, into one entry that is
/// kept beside it. Nothing is written unless all of it fits.
public final class MemoryDistill implements Activity {

    public static final String TYPE = "waybill.memory.distill";

    /// Marks what was summed up, so that it is no source of the next summary.
    public static final String TAG = "distilled";

    public static final long MOST_TOKENS = 100_000;

    private static final String INDEX = "MEMORY-INDEX.json";
    private static final String EXCEEDED = "token_budget_exceeded";
    private static final int MOST_NAMED = 100;
    private static final int CHARACTERS = 4;
    private static final String TASK = "Sum up these notes, as briefly as you can, without losing a fact:";

    private final Models models;

    public MemoryDistill(Models models) {
        this.models = models;
    }

    @Override
    public String typeId() {
        return TYPE;
    }

    @Override
    public NodeManifest manifest() {
        return Sheet.of(MemoryDistill.class, "distill");
    }

    @Override
    public ActivityKind kind() {
        return ActivityKind.MODEL;
    }

    @Override
    public boolean usesMemory(WorkflowNode node) {
        return true;
    }

    @Override
    public boolean usesWorkspace(WorkflowNode node) {
        return node.config().get("index") == JsonBool.TRUE;
    }

    @Override
    public NodeResult execute(ActivityCall call) throws InterruptedException {
        String ref = ref(call.node().node());
        List<MemoryEntry> sources = call.memory().list(ref).reversed().stream()
                .filter(entry -> !entry.tags().contains(TAG))
                .toList();
        if (sources.isEmpty()) {
            return NodeResult.done(JsonObject.of("distilled", false).with("sourceCount", 0));
        }
        String notes = sources.stream().map(entry -> "- " + entry.content()).collect(Collectors.joining("\n"));
        String asked = TASK + "\n" + notes;
        long budget = budget(call);
        if (tokens(asked) >= budget) {
            return exceeded(tokens(asked), budget);
        }
        try {
            return summedUp(call, ref, sources, asked, budget);
        } catch (NoSuchModel e) {
            return e.toNodeResult();
        } catch (BudgetSpent e) {
            return e.toNodeResult();
        }
    }

    private NodeResult summedUp(ActivityCall call, String ref, List<MemoryEntry> sources, String asked, long budget)
            throws InterruptedException {
        ModelChoice choice = models.choose(
                call.node().config().string("provider").orElse(null),
                call.node().config().string("model").orElse(null),
                call.node().configurable());
        ModelRequest request = ModelRequest.of(choice.model(), List.of(ModelMessage.user(asked)))
                .sampled(new Sampling(null, null, null, budget - tokens(asked), null, List.of()));
        ModelAnswer answer = new ModelSession(call, models.budgets().of(call)).ask(choice, request, ModelListener.NONE);
        return switch (answer) {
            case ModelAnswer.Failed failed -> failed.toNodeResult();
            case ModelAnswer.Completed completed -> {
                String text = completed.reply().message().text();
                long used = tokens(asked) + tokens(text);
                yield used > budget ? exceeded(used, budget) : kept(call, ref, sources, text, used, budget);
            }
            case ModelAnswer.Truncated _ -> exceeded(budget, budget);
            case ModelAnswer.Given _ -> NodeResult.refused("envelope_refusal", "the model would not sum up the memory");
        };
    }

    private static NodeResult kept(
            ActivityCall call, String ref, List<MemoryEntry> sources, String text, long used, long budget) {
        String checksum = Digest.of(text.getBytes(StandardCharsets.UTF_8)).toString();
        MemoryEntry archive = call.memory()
                .write(
                        ref,
                        MemoryDraft.of(text)
                                .tagged(TAG)
                                .under("archive-" + hex(checksum).substring(0, 32)));
        List<String> ids = sources.stream().map(MemoryEntry::id).toList();
        boolean index = call.node().config().get("index") == JsonBool.TRUE;
        if (index) {
            call.workspace()
                    .write(
                            INDEX,
                            JsonObject.of("memoryRef", ref)
                                    .with("archive", archive.id())
                                    .with("sources", JsonArray.ofStrings(ids))
                                    .toString(),
                            "application/json");
        }
        call.report(new AgentFact.MemoryCompacted(
                call.node().node().id(),
                ref,
                archive.id(),
                ids.size() > MOST_NAMED ? null : ids,
                sources.size(),
                "client-requested",
                archive.content().getBytes(StandardCharsets.UTF_8).length,
                JsonObject.of("tokenBudget", budget).with("tokensUsed", used).with("indexUpdated", index)));
        return NodeResult.done(JsonObject.of("distilled", true)
                .with("archiveId", archive.id())
                .with(
                        "checksum",
                        hex(Digest.of(archive.content().getBytes(StandardCharsets.UTF_8))
                                .toString()))
                .with("sourceCount", sources.size())
                .with("tokensUsed", used));
    }

    private static String hex(String digest) {
        return digest.substring(digest.indexOf(':') + 1);
    }

    private static NodeResult exceeded(long needed, long budget) {
        return NodeResult.failed(
                EXCEEDED,
                "summing up takes at least %d tokens, and the budget has %d; nothing was written"
                        .formatted(needed, budget));
    }

    /// What whoever started the run asks for wins; nobody gets more than the host offers.
    private static long budget(ActivityCall call) {
        JsonObject asked = call.node().configurable();
        JsonNumber wanted = asked.get("distillation.tokenBudget") instanceof JsonNumber flat
                ? flat
                : asked.object("distillation").orElse(JsonObject.EMPTY).get("tokenBudget") instanceof JsonNumber nested
                        ? nested
                        : call.node().config().get("tokenBudget") instanceof JsonNumber own ? own : null;
        return wanted == null
                ? MOST_TOKENS
                : Math.min(MOST_TOKENS, wanted.asInteger().orElse(MOST_TOKENS));
    }

    /// Counted as the transcript is: every provider counts differently.
    private static long tokens(String text) {
        return Math.ceilDiv(text.length(), CHARACTERS);
    }

    private static String ref(WorkflowNode node) {
        AgentRef agent = node.agent();
        return node.config()
                .string("memory")
                .orElseGet(() -> agent == null
                        ? "memory"
                        : agent.memoryRef() == null ? "agents/" + agent.agentId() : agent.memoryRef());
    }
}

package dev.waybill.agents.memory;

import dev.waybill.agents.model.BudgetSpent;
import dev.waybill.agents.model.ModelChoice;
import dev.waybill.agents.model.ModelSession;
import dev.waybill.agents.model.config.Models;
import dev.waybill.agents.model.config.NoSuchModel;
import dev.waybill.agents.sheet.Sheet;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.node.Activity;
import dev.waybill.engine.node.ActivityCall;
import dev.waybill.engine.node.ActivityKind;
import dev.waybill.engine.node.NodeManifest;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.journal.memory.MemoryEntry;
import dev.waybill.workflow.AgentRef;
import dev.waybill.workflow.WorkflowNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// `waybill.memory.search`: the entries of a memory that are nearest in meaning to a question, as the memory was when
/// the node started. What it found, with its scores, is the node's outcome, so that a replay asks nobody.
public final class MemorySearch implements Activity {

    public static final String TYPE = "waybill.memory.search";

    private static final long USUAL_LIMIT = 5;
    private static final long USUAL_CANDIDATES = 200;
    private static final BigDecimal ANY_SCORE = BigDecimal.valueOf(-1);

    private final Models models;
    private final Vectors vectors = new Vectors();

    public MemorySearch(Models models) {
        this.models = models;
    }

    @Override
    public String typeId() {
        return TYPE;
    }

    @Override
    public NodeManifest manifest() {
        return Sheet.of(MemorySearch.class, "search");
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
    public List<String> check(WorkflowNode node) {
        return ref(node).isPresent()
                ? List.of()
                : List.of("expected config.memory, the name of a memory; a node without an agent has none of its own");
    }

    @Override
    public List<String> lacking(WorkflowNode node, JsonObject configurable) {
        try {
            choice(node, configurable);
            return List.of();
        } catch (NoSuchModel e) {
            return List.of(String.valueOf(e.getMessage()));
        }
    }

    @Override
    public NodeResult execute(ActivityCall call) throws InterruptedException {
        JsonObject config = call.node().config();
        String ref = ref(call.node().node()).orElse("");
        String query = call.node().inputs().string("query").orElse("");
        if (query.isBlank()) {
            return NodeResult.failed("validation_error", "expected a text as the input query, found none");
        }
        List<MemoryEntry> entries = call.memory()
                .list(
                        ref,
                        (int) number(config, "candidates", USUAL_CANDIDATES),
                        config.string("tag").orElse(null));
        try {
            ModelChoice choice = choice(call.node().node(), call.node().configurable());
            List<String> texts = new ArrayList<>(List.of(query));
            entries.forEach(entry -> texts.add(entry.content()));
            ModelSession session = new ModelSession(call, models.budgets().of(call));
            List<float[]> all = entries.isEmpty() ? List.of() : vectors.of(texts, choice, session);
            return NodeResult.done(outputs(config, choice, ranked(entries, all)));
        } catch (Vectors.None none) {
            return none.failure().toNodeResult();
        } catch (NoSuchModel e) {
            return e.toNodeResult();
        } catch (BudgetSpent e) {
            return e.toNodeResult();
        } catch (IllegalArgumentException e) {
            return NodeResult.retryable("model_answer_unreadable", String.valueOf(e.getMessage()));
        }
    }

    /// What the node names, else what belongs to its agent.
    private static Optional<String> ref(WorkflowNode node) {
        AgentRef agent = node.agent();
        return node.config()
                .string("memory")
                .or(() -> Optional.ofNullable(agent)
                        .map(it -> it.memoryRef() == null ? "agents/" + it.agentId() : it.memoryRef()));
    }

    /// Where no model is named, the one on this machine is used, if there is one.
    private ModelChoice choice(WorkflowNode node, JsonObject configurable) {
        JsonObject config = node.config();
        String provider = config.string("provider").orElse(null);
        String model = config.string("model").orElse(null);
        boolean open = provider == null && model == null && !Models.isOverridden(configurable);
        return open && models.provider(Models.LOCAL).isPresent()
                ? models.choose(Models.LOCAL, null, JsonObject.EMPTY)
                : models.choose(provider, model, configurable);
    }

    private static List<Ranking.Match> ranked(List<MemoryEntry> entries, List<float[]> vectors) {
        List<Ranking.Match> all = new ArrayList<>();
        for (int i = 0; i < entries.size(); i++) {
            all.add(Ranking.match(entries.get(i), vectors.get(i + 1), vectors.getFirst()));
        }
        return all;
    }

    private static JsonObject outputs(JsonObject config, ModelChoice choice, List<Ranking.Match> all) {
        BigDecimal least =
                config.get("minScore") instanceof JsonNumber number ? new BigDecimal(number.lexeme()) : ANY_SCORE;
        List<JsonValue> matches = new ArrayList<>();
        for (Ranking.Match match : Ranking.best(all, least, (int) number(config, "limit", USUAL_LIMIT))) {
            matches.add(match.entry()
                    .toJson()
                    .with("score", new JsonNumber(match.score().toPlainString())));
        }
        return JsonObject.builder()
                .put("matches", new JsonArray(matches))
                .put("searched", all.size())
                .put("provider", choice.provider().name())
                .put("model", choice.model())
                .build();
    }

    private static long number(JsonObject config, String name, long otherwise) {
        return config.get(name) instanceof JsonNumber number
                ? number.asInteger().orElse(otherwise)
                : otherwise;
    }
}

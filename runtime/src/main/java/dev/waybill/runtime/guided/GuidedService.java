package dev.waybill.runtime.guided;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.refusal.Refusals;
import dev.waybill.journal.store.RunStore;
import dev.waybill.runtime.GuidedRuns;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// The tools over a store. Any number of processes may offer them on one store at once.
public final class GuidedService implements GuidedTools {

    private final Discovery discovery;
    private final Starting starting;
    private final Advancing advancing;
    private final Resuming resuming;
    private final Finding finding;
    private final Checkpointing checkpointing;
    private final TokenKeyring keys;
    private final Consumer<? super RuntimeException> trouble;

    /// @param trouble told about bugs and failures of the store; the agent gets an answer all the same
    public GuidedService(
            RunStore store,
            GuidedRuns runs,
            GuidedCatalog catalog,
            TokenKeyring keys,
            GuidedSettings settings,
            Consumer<? super RuntimeException> trouble) {
        TokenCodec codec = new TokenCodec(keys);
        Tokens tokens = new Tokens(store, codec, settings);
        AnswerWriter answers = new AnswerWriter(codec);
        this.discovery = new Discovery(catalog);
        this.starting = new Starting(runs, catalog, answers);
        this.advancing = new Advancing(store, runs, tokens, answers, settings);
        this.resuming = new Resuming(store, runs, tokens, answers, catalog, settings);
        this.finding = new Finding(store, runs, catalog, codec, settings);
        this.checkpointing = new Checkpointing(store, runs, tokens, settings);
        this.keys = keys;
        this.trouble = trouble;
    }

    @Override
    public GuidedAnswer list(JsonObject arguments, Client client) {
        return guarded(GuidedTool.LIST, arguments, client, () -> discovery.list(arguments));
    }

    @Override
    public GuidedAnswer inspect(JsonObject arguments, Client client) {
        return guarded(GuidedTool.INSPECT, arguments, client, () -> discovery.inspect(arguments));
    }

    @Override
    public GuidedAnswer start(JsonObject arguments, Client client) {
        return guarded(GuidedTool.START, arguments, client, () -> starting.start(arguments, client));
    }

    @Override
    public GuidedAnswer advance(JsonObject arguments, Client client) {
        return guarded(GuidedTool.ADVANCE, arguments, client, () -> advancing.advance(arguments, client));
    }

    @Override
    public GuidedAnswer resume(JsonObject arguments, Client client) {
        return guarded(GuidedTool.RESUME, arguments, client, () -> resuming.resume(arguments, client));
    }

    @Override
    public GuidedAnswer find(JsonObject arguments, Client client) {
        return guarded(GuidedTool.FIND, arguments, client, () -> finding.find(arguments, client));
    }

    @Override
    public GuidedAnswer checkpoint(JsonObject arguments, Client client) {
        return guarded(GuidedTool.CHECKPOINT, arguments, client, () -> checkpointing.checkpoint(arguments, client));
    }

    private GuidedAnswer guarded(GuidedTool tool, JsonObject arguments, Client client, Supplier<GuidedAnswer> work) {
        try {
            client.caller().require(tool.scope());
            if (tool != GuidedTool.LIST && tool != GuidedTool.INSPECT) {
                // Whatever was rotated before this call counts for its tokens.
                keys.refresh();
            }
            return work.get();
        } catch (RuntimeException problem) {
            if (Refusals.of(problem).kind().concernsTheOperator()) {
                trouble.accept(problem);
            }
            return GuidedAnswer.refused(problem, tool, arguments);
        }
    }
}

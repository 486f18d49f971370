package dev.waybill.runtime.guided;

import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.decide.RefusalCode;
import dev.waybill.engine.decide.Refused;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.Scope;
import dev.waybill.journal.store.StoreException;
import dev.waybill.runtime.GuidedRuns;
import dev.waybill.runtime.KeyLost;
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
    private final Consumer<RuntimeException> trouble;

    /// @param trouble told about what should not happen; the agent gets an answer all the same
    public GuidedService(
            RunStore store,
            GuidedRuns runs,
            GuidedCatalog catalog,
            TokenKeyring keys,
            GuidedSettings settings,
            Consumer<RuntimeException> trouble) {
        TokenCodec codec = new TokenCodec(keys);
        Tokens tokens = new Tokens(store, codec);
        AnswerWriter answers = new AnswerWriter(codec);
        this.discovery = new Discovery(catalog);
        this.starting = new Starting(runs, catalog, answers);
        this.advancing = new Advancing(store, runs, tokens, answers, settings);
        this.resuming = new Resuming(runs, tokens, answers, catalog, settings);
        this.finding = new Finding(store, runs, catalog, codec, settings);
        this.checkpointing = new Checkpointing(store, runs, tokens, settings);
        this.trouble = trouble;
    }

    @Override
    public GuidedAnswer list(JsonObject arguments, Client client) {
        return guarded(client, Scope.MANIFEST_READ, () -> discovery.list(arguments));
    }

    @Override
    public GuidedAnswer inspect(JsonObject arguments, Client client) {
        return guarded(client, Scope.MANIFEST_READ, () -> discovery.inspect(arguments));
    }

    @Override
    public GuidedAnswer start(JsonObject arguments, Client client) {
        return guarded(client, Scope.RUNS_CREATE, () -> starting.start(arguments, client));
    }

    @Override
    public GuidedAnswer advance(JsonObject arguments, Client client) {
        return guarded(client, Scope.RUNS_CREATE, () -> advancing.advance(arguments, client));
    }

    @Override
    public GuidedAnswer resume(JsonObject arguments, Client client) {
        return guarded(client, Scope.RUNS_CREATE, () -> resuming.resume(arguments, client));
    }

    @Override
    public GuidedAnswer find(JsonObject arguments, Client client) {
        return guarded(client, Scope.RUNS_READ, () -> finding.find(arguments, client));
    }

    @Override
    public GuidedAnswer checkpoint(JsonObject arguments, Client client) {
        return guarded(client, Scope.RUNS_CREATE, () -> checkpointing.checkpoint(arguments, client));
    }

    private GuidedAnswer guarded(Client client, Scope needed, Supplier<GuidedAnswer> work) {
        try {
            client.caller().require(needed);
            return work.get();
        } catch (GuidedRefusal refusal) {
            return refused(refusal);
        } catch (Refused refused) {
            return refused(refusal(refused));
        } catch (KeyLost lost) {
            return refused(new GuidedRefusal(
                    GuidedCode.STORE_UNAVAILABLE,
                    "nothing can be signed, so nothing happens: " + lost.getMessage(),
                    "tell your user; the call can be repeated once the key is back"));
        } catch (StoreException problem) {
            trouble.accept(problem);
            return refused(new GuidedRefusal(
                    GuidedCode.STORE_UNAVAILABLE,
                    String.valueOf(problem.getMessage()),
                    "repeat the call with the same arguments; nothing happens twice"));
        } catch (RuntimeException bug) {
            trouble.accept(bug);
            return refused(new GuidedRefusal(
                    GuidedCode.INTERNAL_ERROR,
                    "something went wrong inside waybill: " + bug.getClass().getSimpleName(),
                    "repeat the call with the same arguments; if it fails again, tell your user"));
        }
    }

    private static GuidedRefusal refusal(Refused refused) {
        return refused.code() == RefusalCode.FORBIDDEN
                ? new GuidedRefusal(
                        GuidedCode.FORBIDDEN,
                        String.valueOf(refused.getMessage()),
                        "ask your user for an API key with this scope",
                        refused.details())
                : new GuidedRefusal(
                        GuidedCode.INVALID_ARGUMENT,
                        String.valueOf(refused.getMessage()),
                        "look at the run and its state first");
    }

    private static GuidedAnswer refused(GuidedRefusal refusal) {
        JsonObject.Builder error = JsonObject.builder()
                .put("code", refusal.code().name())
                .put("message", String.valueOf(refusal.getMessage()))
                .put("next", refusal.next());
        if (!refusal.details().isEmpty()) {
            error.put("details", refusal.details());
        }
        String text = "%s: %s\nWhat to do: %s.\n".formatted(refusal.code(), refusal.getMessage(), refusal.next());
        return new GuidedAnswer(JsonObject.builder().put("error", error.build()).build(), text, JsonObject.EMPTY, true);
    }
}

package dev.waybill.simulator;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonObject;
import dev.waybill.journal.RunId;
import dev.waybill.journal.store.ApiKey;
import dev.waybill.journal.store.IdempotencyKey;
import dev.waybill.journal.store.Ownership;
import dev.waybill.journal.store.Ownership.ClaimScope;
import dev.waybill.journal.store.ProcessId;
import dev.waybill.journal.store.RunQuery;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.StoreException;
import dev.waybill.journal.store.StoredReceipt.Kind;
import dev.waybill.journal.store.TokenKey;
import dev.waybill.journal.store.TokenRef;
import dev.waybill.journal.store.Transaction;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Gives two stores the same random commands and compares every answer, and now and then everything they hold.
/// The same random numbers give the same commands, so a seed is enough to repeat a difference.
public final class DifferentialCommands {

    private static final Duration LEASE = Duration.ofSeconds(20);
    private static final int COMMANDS_PER_DUMP = 25;
    private static final int SHOWN = 12;

    /// Once in so many commands nobody does anything for so long that silent processes are forgotten.
    private static final int LONG_SILENCES = 40;

    private final Random random;
    private final RunStore model;
    private final RunStore other;
    private final Population population;
    private final RandomTransactions transactions;
    private final List<String> history = new ArrayList<>();
    private Instant now = TestRuns.START;

    private DifferentialCommands(Random random, RunStore model, RunStore other) {
        this.random = random;
        this.model = model;
        this.other = other;
        this.population = new Population(random);
        this.transactions = new RandomTransactions(random, population, model);
    }

    /// @param model the one that is right when the two differ
    /// @throws AssertionError when they do; it shows the last commands and both answers
    public static void compare(Random random, int commands, RunStore model, RunStore other) {
        DifferentialCommands run = new DifferentialCommands(random, model, other);
        for (int i = 1; i <= commands; i++) {
            run.apply(run.next());
            if (i % COMMANDS_PER_DUMP == 0 || i == commands) {
                run.apply(new Command("dump", store -> StoreDump.of(store, run.population.runs(), run.now)));
            }
        }
    }

    private void apply(Command command) {
        history.add(command.text());
        String expected = answer(command, model);
        String found = answer(command, other);
        if (!expected.equals(found)) {
            List<String> last = history.subList(Math.max(0, history.size() - SHOWN), history.size());
            throw new AssertionError("after %d commands, the last being%n%s%nexpected:%n%s%nfound:%n%s"
                    .formatted(history.size(), String.join("\n", last), expected, found));
        }
    }

    /// A mistake is an answer too, and nobody's fault but the command's.
    private static String answer(Command command, RunStore store) {
        try {
            return AnswerText.of(command.answer().apply(store));
        } catch (StoreException e) {
            return "refused as " + e.problem();
        } catch (IllegalStateException e) {
            return "refused: " + e.getMessage();
        }
    }

    private Command next() {
        now = now.plusMillis(random.nextInt(6_000));
        if (random.nextInt(LONG_SILENCES) == 0) {
            now = now.plus(Ownership.FORGOTTEN_AFTER);
        }
        return switch (random.nextInt(21)) {
            case 0, 1, 2, 3, 4, 5, 6, 7, 8 -> commit(transactions.next(now));
            case 9, 10 -> claim();
            case 11, 12 -> presence();
            case 13 -> outbox();
            case 14 -> retention();
            case 15, 16, 17 -> readRun();
            case 18 -> list();
            case 19 -> keys();
            default -> lookUp();
        };
    }

    private static Command commit(Transaction transaction) {
        return new Command("commit " + AnswerText.of(transaction), store -> store.commit(transaction));
    }

    private Command claim() {
        ProcessId process = population.process();
        ClaimScope scope = random.nextInt(3) == 0 ? ClaimScope.OWN : ClaimScope.ALL;
        Instant at = now;
        if (random.nextInt(3) == 0) {
            return new Command("nextDue " + process + " " + scope, store -> store.nextDue(process, scope));
        }
        int limit = random.nextInt(1, 4);
        return new Command(
                "claim %s %s %s %d".formatted(process, scope, at, limit),
                store -> store.claim(process, scope, at, LEASE, limit));
    }

    private Command presence() {
        ProcessId process = population.process();
        Instant at = now;
        String what = process + " at " + at;
        return switch (random.nextInt(10)) {
            case 0 -> change("unregister " + what, store -> store.unregister(process));
            case 1 -> change("adopt by " + what, adoption(process));
            case 2, 3 -> change("register " + what, store -> store.register(process, "serve", at));
            case 4 -> new Command("others than " + what, store -> store.othersAlive(process, at, LEASE));
            case 5 -> new Command("processes at " + at, store -> store.processes(at, LEASE));
            default -> {
                JsonObject status =
                        JsonObject.builder().put("n", random.nextInt(3)).build();
                yield new Command("heartbeat " + what, store -> store.heartbeat(process, at, status));
            }
        };
    }

    private Consumer<RunStore> adoption(ProcessId process) {
        var run = population.run();
        return store -> store.adopt(process, run);
    }

    private Command outbox() {
        String id = population.delivery();
        Instant at = now;
        int limit = random.nextInt(1, 4);
        return switch (random.nextInt(4)) {
            case 0 -> change("delivered " + id, store -> store.delivered(id));
            case 1 -> change("postpone " + id, store -> store.postpone(id, at.plusSeconds(limit)));
            default -> new Command("undelivered " + at, store -> store.undelivered(TestRuns.DELIVERY, at, limit));
        };
    }

    private Command retention() {
        var run = population.run();
        // Answers live for an hour, which these commands hardly take: look from later.
        Instant at = now.plusSeconds(random.nextInt(4_000));
        return switch (random.nextInt(5)) {
            case 0 -> new Command("expire " + at, store -> store.expire(at));
            case 1 -> {
                Instant past = now.minusSeconds(random.nextInt(60));
                yield new Command("forget " + past, store -> store.memories().forget(past));
            }
            default -> new Command("prune " + run, store -> store.prune(run));
        };
    }

    private Command readRun() {
        var run = population.run();
        long from = random.nextInt(12);
        int limit = random.nextInt(1, 8);
        Kind kind = random.nextBoolean() ? Kind.STEP : Kind.SUMMARY;
        String what = "%s from %d, %d".formatted(run, from, limit);
        return switch (random.nextInt(7)) {
            case 5 -> new Command("lastEvents", store -> sorted(store.lastEvents(store.runs(RunQuery.all(9)))));
            case 6 -> {
                List<RunId> parents = List.of(run, population.run(), population.run());
                yield new Command("childCounts " + parents, store -> sorted(store.childCounts(null, parents)));
            }
            case 0 -> new Command("run " + run, store -> store.run(run));
            case 1 -> new Command("receipts " + kind + " " + what, store -> store.receipts(run, kind, from, limit));
            case 2 -> new Command("receiptHeadBefore " + what, store -> store.receiptHeadBefore(run, from));
            default -> new Command("events " + what, store -> store.events(run, from, limit));
        };
    }

    private Command list() {
        RunQuery query = new RunQuery(
                perhaps(population.tenant()),
                perhaps(population.definition()),
                random.nextBoolean() ? List.of() : List.of(population.status(), population.status()),
                random.nextInt(3) == 0 ? population.run().value().substring(0, random.nextInt(31)) : "",
                random.nextInt(6) == 0 ? population.run().value().substring(random.nextInt(31)) : "",
                perhaps(population.run()),
                perhaps(population.run()),
                perhaps(population.run()),
                perhaps(now.minusSeconds(random.nextInt(60))),
                perhaps(population.session()),
                random.nextInt(4) == 0,
                random.nextInt(4) == 0,
                random.nextInt(4) == 0 ? population.definition().substring(1).toUpperCase(Locale.ROOT) : "",
                random.nextInt(1, 20));
        return new Command("runs " + AnswerText.of(query), store -> store.runs(query));
    }

    /// As lists, whose texts can be compared.
    private static <T> List<Object> sorted(Map<RunId, T> found) {
        Map<RunId, T> ordered = new TreeMap<>(found);
        List<Object> all = new ArrayList<>(ordered.keySet());
        all.addAll(ordered.values());
        return all;
    }

    private <T> @Nullable T perhaps(T filter) {
        return random.nextInt(5) == 0 ? filter : null;
    }

    private Command lookUp() {
        Digest digest = Digest.of(population.body());
        IdempotencyKey key = population.call();
        TokenRef ref = population.place().ref();
        Instant at = now;
        return switch (random.nextInt(3)) {
            case 0 -> new Command("blob " + digest, store -> store.blob(digest));
            case 1 -> new Command("place " + ref, store -> store.place(ref));
            default -> new Command("answered " + key + " at " + at, store -> store.answered(key, at));
        };
    }

    private Command keys() {
        TokenKey token = TestRuns.tokenKey(random.nextInt(4), now);
        ApiKey api = TestRuns.apiKey(population.apiKey(), now);
        Instant at = now.plusSeconds(random.nextInt(60));
        return switch (random.nextInt(6)) {
            case 0 -> new Command("createTokenKey " + token, store -> store.createTokenKey(token));
            case 1 -> new Command("rotateTokenKey " + token + " " + at, store -> store.rotateTokenKey(token, at));
            case 2 -> new Command("addFirstApiKey " + api, store -> store.addFirstApiKey(api));
            case 3 -> change("addApiKey " + api, store -> store.addApiKey(api));
            case 4 -> new Command("apiKey " + api, store -> store.apiKey(api.digest()));
            default -> new Command("expireApiKey " + api + " " + at, store -> store.expireApiKey(api.id(), at));
        };
    }

    private static Command change(String text, Consumer<RunStore> change) {
        return new Command(text, store -> {
            change.accept(store);
            return "";
        });
    }

    /// One call, and what it gives.
    private record Command(String text, Function<RunStore, Object> answer) {}
}

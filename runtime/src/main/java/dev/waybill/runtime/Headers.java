package dev.waybill.runtime;

import dev.waybill.base.Digest;
import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.id.UlidFactory;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.engine.state.Fold;
import dev.waybill.engine.state.Names;
import dev.waybill.journal.ForkMode;
import dev.waybill.journal.Origin;
import dev.waybill.journal.ReceiptPolicy;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.RunId;
import dev.waybill.journal.RunSeed;
import dev.waybill.journal.Segment;
import dev.waybill.journal.document.RunWorkspace;
import dev.waybill.journal.memory.MemoryScope;
import dev.waybill.journal.memory.RunMemory;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// Headers of new runs: what is fixed at a run's birth and never changes.
final class Headers {

    /// The principal that asked for the run; children have their parent's.
    static final String OWNER = "owner";

    private final HostSettings settings;
    private final InstantSource clock;
    private final RandomGenerator random;
    private final UlidFactory ids;

    Headers(HostSettings settings, InstantSource clock, RandomGenerator random) {
        this.settings = settings;
        this.clock = clock;
        this.random = random;
        this.ids = new UlidFactory(clock, random);
    }

    /// What a run is started from.
    ///
    /// @param definition the digest that pins it
    /// @param options of the header
    /// @param otherwise the correlation id when the caller brings none; null makes the run a root
    /// @param session null for a graph
    /// @param memory the scope of its memory; null when it uses none
    /// @param workspace the change of the workspace that it sees; null when it has none
    record Seed(
            String definitionId,
            Digest definition,
            EvidenceEnvelope envelope,
            JsonObject options,
            Origin origin,
            @Nullable String otherwise,
            @Nullable ReceiptPolicy receipts,
            @Nullable String session,
            @Nullable String memory,
            @Nullable Long workspace) {}

    RunHeader started(Caller caller, Seed seed) {
        RunId run = RunId.of(ids.next());
        String workflowId = "wf_" + ids.next();
        String otherwise = seed.otherwise() == null ? workflowId : seed.otherwise();
        return new RunHeader(
                run,
                caller.tenant(),
                workflowId,
                seed.definitionId(),
                seed.definition(),
                settings.envelope().correlation(seed.envelope(), otherwise),
                seed.origin(),
                List.of(),
                seed.receipts() == null ? settings.receipts() : seed.receipts(),
                RunSeed.random(random),
                settings.engineVersion(),
                now(),
                owned(caller, settings.envelope().into(remembering(caller, run, seed), seed.envelope())),
                seed.session());
    }

    private static JsonObject remembering(Caller caller, RunId run, Seed seed) {
        JsonObject options = seed.memory() == null
                ? seed.options()
                : RunMemory.of(new MemoryScope(caller.tenant(), seed.memory()), run)
                        .into(seed.options());
        return seed.workspace() == null
                ? options
                : RunWorkspace.of(caller.tenant(), run, seed.workspace()).into(options);
    }

    /// A run that a node of another one hands over to.
    RunHeader child(
            RunHeader parent,
            RunId run,
            Origin.Child origin,
            String definitionId,
            Digest definition,
            JsonObject options) {
        return new RunHeader(
                run,
                parent.tenant(),
                Names.childWorkflow(parent, run),
                definitionId,
                definition,
                parent.correlationId(),
                origin,
                List.of(),
                parent.receipts(),
                RunSeed.random(random),
                settings.engineVersion(),
                now(),
                options);
    }

    /// @param sequence the first event that the fork does itself
    /// @param seen the memory and the files that the source saw there
    RunHeader forked(
            Caller caller, RunHeader from, long sequence, ForkMode mode, JsonObject overlay, Remembering.Seen seen) {
        List<Segment> prefix = segments(from, sequence);
        RunId run = RunId.of(ids.next());
        JsonObject options = Fold.shared(Kinship.fork(from, run, from.options()), from, sequence, mode);
        // A replay sees what its source saw and writes nothing; a branch writes over it.
        if (seen.memory() != null && !mode.repeats()) {
            options = RunMemory.over(seen.memory(), from.tenant(), run).into(options);
        }
        if (seen.workspace() != null && !mode.repeats()) {
            options = RunWorkspace.over(seen.workspace(), from.tenant(), run).into(options);
        }
        return new RunHeader(
                run,
                from.tenant(),
                "wf_" + ids.next(),
                from.definitionId(),
                from.definition(),
                from.correlationId(),
                new Origin.Fork(from.runId(), from.workflowId(), sequence, mode, overlay),
                prefix.size() > RunHeader.MOST_SEGMENTS ? List.of() : prefix,
                from.receipts(),
                mode.repeats() ? from.seed() : RunSeed.random(random),
                settings.engineVersion(),
                now(),
                owned(caller, options),
                from.session());
    }

    private static JsonObject owned(Caller caller, JsonObject options) {
        return options.with(OWNER, new JsonString(caller.principal()));
    }

    /// The stretches that the source shares itself, up to the place, and then its own.
    private static List<Segment> segments(RunHeader from, long sequence) {
        List<Segment> segments = new ArrayList<>();
        long covered = 0;
        for (Segment segment : from.prefix()) {
            if (covered < sequence) {
                segments.add(new Segment(segment.run(), Math.min(segment.end(), sequence)));
                covered = segment.end();
            }
        }
        if (covered < sequence) {
            segments.add(new Segment(from.runId(), sequence));
        }
        return segments;
    }

    /// A name for something that has none of its own.
    String freshId() {
        return ids.next().toString();
    }

    Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MICROS);
    }
}

package dev.waybill.evidence.task;

import dev.waybill.base.Digest;
import dev.waybill.evidence.Repo;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.Locale;
import java.util.function.IntFunction;
import java.util.random.RandomGenerator;

/// Makes ids in the formats of the protocol's appendix: by chance, or so that they follow from something.
public final class MeshIds {

    private static final String OURS = Repo.WAYBILL.wire() + ":";
    private static final HexFormat HEX = HexFormat.of();
    private static final DateTimeFormatter SECONDS =
            DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);

    private final IntFunction<String> hex;

    private MeshIds(IntFunction<String> hex) {
        this.hex = hex;
    }

    public MeshIds(RandomGenerator random) {
        this(bytes -> {
            byte[] drawn = new byte[bytes];
            random.nextBytes(drawn);
            return HEX.formatHex(drawn);
        });
    }

    /// Ids that are the same whoever makes them.
    ///
    /// @param subject what they follow from; two ids of one kind need two of these
    public static MeshIds of(String subject) {
        String digest = Digest.of(subject.getBytes(StandardCharsets.UTF_8)).hex();
        return new MeshIds(bytes -> digest.substring(0, 2 * bytes));
    }

    public String task() {
        return "task_" + hex(6);
    }

    public String attempt() {
        return "att_" + hex(6);
    }

    String weave(TaskContext context) {
        return owner(context) + "weave_" + hex(6);
    }

    public String receipt() {
        return "r_" + hex(6);
    }

    public String policyApply() {
        return "policy_apply_" + hex(6);
    }

    public String policyRollback() {
        return "policy_rollback_" + hex(6);
    }

    /// Begins with the time, so that episodes sort by when they began.
    public String episode(Instant now) {
        return "ep_" + HEX.toHexDigits(now.toEpochMilli(), 12) + hex(6);
    }

    public String trace(Instant now) {
        return "trace_" + SECONDS.format(now) + "_" + hex(4);
    }

    /// The name of an event. In AgentMesh's name it is counted, anew in every store (`evt_000001`). One of our own is
    /// qualified and follows from what the event says, so that it means one event only.
    static String event(TaskContext context, long sequence, Digest content) {
        String last = context.isAgentMesh()
                ? String.format(Locale.ROOT, "%06d", sequence)
                : content.hex().substring(0, 16);
        return owner(context) + "evt_" + last;
    }

    private static String owner(TaskContext context) {
        return context.isAgentMesh() ? "" : OURS;
    }

    private String hex(int bytes) {
        return hex.apply(bytes);
    }
}

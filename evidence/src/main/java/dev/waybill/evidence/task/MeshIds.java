package dev.waybill.evidence.task;

import dev.waybill.base.Digest;
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

    public String weave() {
        return "weave_" + hex(6);
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

    static String event(long sequence) {
        return String.format(Locale.ROOT, "evt_%06d", sequence);
    }

    private String hex(int bytes) {
        return hex.apply(bytes);
    }
}

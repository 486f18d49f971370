package dev.waybill.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.engine.decide.Limits;
import dev.waybill.engine.node.NodeType;
import dev.waybill.engine.node.NodeTypes;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.store.RunQuery;
import dev.waybill.journal.store.RunStore;
import dev.waybill.runtime.check.Fsck;
import dev.waybill.runtime.check.FsckCode;
import dev.waybill.runtime.check.FsckCounts;
import dev.waybill.runtime.check.FsckFinding;
import dev.waybill.runtime.check.Repetition;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/// What a host has written can be decided once more and comes out the same.
final class Repeated {

    private static final String VERSION = "1";

    private Repeated() {}

    static void all(RunStore store, List<? extends NodeType> types) {
        check(store, NodeTypes.core().and(types), code -> code == FsckCode.EVENT_NOT_REPEATED);
    }

    /// The same, and nothing else is damaged either.
    static void allIsSound(RunStore store, NodeTypes types) {
        check(store, types, FsckCode::isDamage);
    }

    private static void check(RunStore store, NodeTypes types, Predicate<FsckCode> forbidden) {
        List<FsckFinding> findings = new ArrayList<>();
        Repetition repetition = new Repetition(types, Limits.DEFAULT, VERSION);
        FsckCounts counts =
                Fsck.check(store, Signed.KEYS, Instant.parse("2026-12-01T10:00:00Z"), repetition, findings::add);
        assertThat(findings)
                .filteredOn(finding -> forbidden.test(finding.code()))
                .as(() -> described(store, findings))
                .isEmpty();
        long replays = store.runs(RunQuery.all(1_000)).stream()
                .filter(run -> run.header().isReplay())
                .count();
        assertThat(counts.repeated()).isEqualTo(counts.runs() - replays);
    }

    private static String described(RunStore store, List<FsckFinding> findings) {
        StringBuilder text = new StringBuilder();
        for (FsckFinding finding : findings) {
            if (finding.run() != null) {
                RunHeader header = store.run(finding.run()).orElseThrow().header();
                text.append(finding).append(' ').append(header.origin()).append('\n');
                store.events(finding.run(), 0, Integer.MAX_VALUE)
                        .forEach(event -> text.append(event.sequence())
                                .append(' ')
                                .append(new String(event.publicPart(), StandardCharsets.UTF_8))
                                .append('\n'));
            }
        }
        return text.toString();
    }
}

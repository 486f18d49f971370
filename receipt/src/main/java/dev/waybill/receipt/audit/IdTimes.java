package dev.waybill.receipt.audit;

import dev.waybill.base.id.Ulid;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.workflow.WorkflowContext;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import java.util.UUID;

/// ULIDs and UUIDs of version 7 say when they were made. An id that is younger than the receipt that bears it, or a
/// receipt's own id that is much older, contradicts `iat`: one of the two is not true.
///
/// Nobody has to use such ids, and any 26 characters may look like one: what lies further away than ten years was
/// probably never a time, and says nothing.
final class IdTimes {

    /// A receipt gets its id when it is signed; a workflow and a step may be as old as they like.
    private static final long OLDEST_SECONDS = 24 * 3600;

    private static final long FARTHEST_SECONDS = 10L * 365 * 24 * 3600;

    private enum Bearer {
        RECEIPT("its own id"),
        STEP("its step_id"),
        WORKFLOW("its workflow_id");

        private final String words;

        Bearer(String words) {
            this.words = words;
        }
    }

    private final long skewSeconds;
    private final IntColumn rows = new IntColumn(16);
    private static final List<Bearer> BEARERS = List.of(Bearer.values());

    private final IntColumn bearers = new IntColumn(16);
    private final LongColumn times = new LongColumn(16);

    IdTimes(long skewSeconds) {
        this.skewSeconds = skewSeconds;
    }

    void take(int row, Receipt receipt, WorkflowContext context) {
        long issuedAt = receipt.issuedAt();
        take(row, Bearer.RECEIPT, receipt.id(), issuedAt, OLDEST_SECONDS);
        take(row, Bearer.STEP, payload(context.stepId().value()), issuedAt, Long.MAX_VALUE);
        take(row, Bearer.WORKFLOW, payload(context.workflowId().value()), issuedAt, Long.MAX_VALUE);
    }

    private void take(int row, Bearer bearer, String id, long issuedAt, long oldest) {
        OptionalLong made = seconds(id);
        long late = made.isPresent() ? made.getAsLong() - issuedAt : 0;
        if (Math.abs(late) <= FARTHEST_SECONDS && (late > skewSeconds || -late > oldest)) {
            rows.add(row);
            bearers.add(BEARERS.indexOf(bearer));
            times.add(issuedAt + late);
        }
    }

    private static String payload(String id) {
        return id.substring(id.indexOf('_') + 1);
    }

    private static OptionalLong seconds(String id) {
        try {
            if (id.length() == Ulid.TEXT_LENGTH) {
                return OptionalLong.of(Ulid.parse(id).time().getEpochSecond());
            }
            UUID uuid = id.length() == 36 ? UUID.fromString(id) : null;
            return uuid == null || uuid.version() != 7
                    ? OptionalLong.empty()
                    : OptionalLong.of((uuid.getMostSignificantBits() >>> 16) / 1000);
        } catch (IllegalArgumentException _) {
            return OptionalLong.empty();
        }
    }

    void run(ReceiptTable table, ClockSteps clockSteps, FindingLog log) {
        for (int i = 0; i < rows.size(); i++) {
            int row = rows.get(i);
            String workflow = table.workflowIdOf(row);
            if (!clockSteps.explain(workflow, times.get(i), table.issuedAt(row))) {
                log.add(
                        FindingCode.ID_TIME_MISMATCH,
                        table.ref(row),
                        workflow,
                        "the receipt is dated " + Instant.ofEpochSecond(table.issuedAt(row)) + ", "
                                + BEARERS.get(bearers.get(i)).words + " was made at "
                                + Instant.ofEpochSecond(times.get(i)));
            }
        }
    }
}

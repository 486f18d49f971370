package dev.waybill.view.step;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.journal.Origin;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.RunId;
import dev.waybill.journal.event.Times;
import dev.waybill.journal.store.ReceiptLog;
import dev.waybill.journal.store.RunReads;
import dev.waybill.journal.store.StoredReceipt;
import dev.waybill.journal.store.StoredRun;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.ReceiptCheck;
import dev.waybill.receipt.ReceiptVerifier;
import dev.waybill.receipt.code.Rejected;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.LongPredicate;

/// The receipts that sign for some events of a run: who signed, by which key, and whether that holds by the keys of
/// this host. A branch signs for its own events; what it shares with its source, its source signed.
public record StepReceipts(ReceiptLog log, RunReads runs, ReceiptVerifier verifier) {

    private static final int PAGE = 1_000;
    private static final int FARTHEST = 100;

    /// @param wanted which events
    JsonArray of(RunHeader header, LongPredicate wanted) {
        List<StoredReceipt> found = new ArrayList<>();
        Optional<RunHeader> next = Optional.of(header);
        long before = Long.MAX_VALUE;
        for (int hop = 0; next.isPresent() && hop < FARTHEST; hop++) {
            long end = before;
            found.addAll(signing(next.get().runId(), sequence -> sequence < end && wanted.test(sequence)));
            if (!(next.get().origin() instanceof Origin.Fork fork)) {
                break;
            }
            before = Math.min(before, fork.sequence());
            next = runs.run(fork.source()).map(StoredRun::header);
        }
        return new JsonArray(found.stream()
                .sorted(Comparator.comparingLong(StoredReceipt::sequence))
                .<JsonValue>map(this::json)
                .toList());
    }

    private List<StoredReceipt> signing(RunId run, LongPredicate wanted) {
        List<StoredReceipt> found = new ArrayList<>();
        long next = 0;
        List<StoredReceipt> page;
        do {
            page = log.receipts(run, StoredReceipt.Kind.STEP, next, PAGE);
            page.stream().filter(receipt -> wanted.test(receipt.sequence())).forEach(found::add);
            next += page.size();
        } while (page.size() == PAGE);
        return found;
    }

    private JsonObject json(StoredReceipt stored) {
        JsonObject json = JsonObject.of("sequence", stored.sequence())
                .with("ref", stored.ref().toString());
        return switch (verifier.verify(stored.bytes())) {
            case ReceiptCheck.Valid valid -> signed(json, valid.receipt()).with("verified", true);
            case ReceiptCheck.Invalid invalid ->
                claimed(json, stored)
                        .with("verified", false)
                        .with("code", String.valueOf(invalid.code()))
                        .with("message", invalid.message());
        };
    }

    /// What it says of itself, if it can be read at all.
    private static JsonObject claimed(JsonObject json, StoredReceipt stored) {
        try {
            return signed(json, Receipt.decode(stored.bytes()));
        } catch (Rejected _) {
            return json;
        }
    }

    private static JsonObject signed(JsonObject json, Receipt receipt) {
        return json.with("kid", receipt.kid())
                .with("issuer", receipt.issuer())
                .with("issuedAt", Times.format(Instant.ofEpochSecond(receipt.issuedAt())));
    }
}

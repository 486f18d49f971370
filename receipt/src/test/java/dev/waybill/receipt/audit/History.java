package dev.waybill.receipt.audit;

import dev.waybill.base.Digest;
import dev.waybill.receipt.CommitLog;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.ReceiptDraft;
import dev.waybill.receipt.ReceiptIssuer;
import dev.waybill.receipt.jws.Wire;
import dev.waybill.receipt.merkle.MerkleFrontier;
import dev.waybill.receipt.merkle.SortedReceiptSet;
import dev.waybill.receipt.workflow.StepId;
import dev.waybill.receipt.workflow.WorkflowContext;
import dev.waybill.receipt.workflow.WorkflowId;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The history of one workflow, told step by step by short names, and its receipts.
///
/// Every receipt is signed well: what is wrong with a history, its issuers said so.
public final class History {

    private final String name;
    private final Map<String, Receipt> receipts = new LinkedHashMap<>();
    private Wire wire = Wire.V0_1;
    private String issuer = "orchestrator";
    private @Nullable String keyOf;
    private boolean chained = true;
    private long now = Keys.NOW - 10_000;
    private int issued;
    private @Nullable Digest head;

    private History(String name) {
        this.name = name;
    }

    public static History of(String name) {
        return new History(name);
    }

    public static StepId stepId(String name) {
        return new StepId("step_" + padded(name));
    }

    public static WorkflowId workflow(String name) {
        return new WorkflowId("wf_" + padded(name));
    }

    private static String padded(String name) {
        return name + "_".repeat(Math.max(0, 20 - name.length()));
    }

    public History on(Wire value) {
        wire = value;
        return this;
    }

    /// From here on, somebody else signs.
    public History by(String value) {
        issuer = value;
        return this;
    }

    /// From here on, receipts keep their issuer and are signed with the key of somebody else.
    public History withKeyOf(String who) {
        keyOf = who;
        return this;
    }

    /// From here on, no receipt names the one before it.
    public History unchained() {
        chained = false;
        return this;
    }

    /// Moves the clock.
    public History after(long seconds) {
        now += seconds;
        return this;
    }

    /// The next receipt will follow this one, wherever the chain is.
    public History following(@Nullable Digest receipt) {
        head = receipt;
        return this;
    }

    public History step(String step, String... parents) {
        return step(step, context -> context, parents);
    }

    public History step(String step, UnaryOperator<WorkflowContext.Builder> details, String... parents) {
        return step(step, details, _ -> {}, parents);
    }

    /// A receipt is known by its step's name; progress receipts as `step#2`, `step#3`.
    public History step(
            String step,
            UnaryOperator<WorkflowContext.Builder> details,
            Consumer<ReceiptDraft.Builder> claims,
            String... parents) {
        WorkflowContext context = details.apply(WorkflowContext.builder(workflow(name), stepId(step))
                        .parents(Stream.of(parents).map(History::stepId).toList())
                        .orchestratorId("agent:" + issuer)
                        .prevReceiptHash(chained ? head : null))
                .build();
        ReceiptDraft.Builder draft = ReceiptDraft.builder(nextId(), now++).workflow(context);
        claims.accept(draft);
        Receipt receipt = issuer().issue(draft.build());
        head = receipt.ref();
        int number = 1;
        String label = step;
        while (receipts.containsKey(label)) {
            label = step + "#" + ++number;
        }
        receipts.put(label, receipt);
        return this;
    }

    public String nextId() {
        String hex = Digest.of((name + ":" + issued++).getBytes(StandardCharsets.UTF_8))
                .hex();
        String time = String.format("%012x", now * 1000);
        return time.substring(0, 8) + "-" + time.substring(8) + "-7" + hex.substring(0, 3) + "-8" + hex.substring(3, 6)
                + "-" + hex.substring(6, 18);
    }

    public ReceiptIssuer issuer() {
        return new ReceiptIssuer(Keys.key(keyOf == null ? issuer : keyOf), wire, Keys.url(issuer));
    }

    public String issuerName() {
        return issuer;
    }

    public long now() {
        return now;
    }

    public WorkflowId id() {
        return workflow(name);
    }

    public Receipt receipt(String label) {
        Receipt receipt = receipts.get(label);
        if (receipt == null) {
            throw new IllegalArgumentException("no receipt is called " + label + " among " + receipts.keySet());
        }
        return receipt;
    }

    public String ref(String label) {
        return receipt(label).ref().toString();
    }

    public List<Receipt> issued() {
        return List.copyOf(receipts.values());
    }

    public List<Digest> digests() {
        return receipts.values().stream().map(Receipt::ref).toList();
    }

    public Digest root() {
        return SortedReceiptSet.tree(digests()).root();
    }

    public CommitLog commitLog() {
        MerkleFrontier frontier = new MerkleFrontier();
        digests().forEach(frontier::append);
        return new CommitLog(digests().getLast(), frontier.root(), frontier.size());
    }

    /// The texts of all receipts.
    public List<String> texts() {
        return receipts.values().stream().map(Receipt::compact).toList();
    }

    public List<String> textsWithout(String... labels) {
        List<String> left = new ArrayList<>(texts());
        for (String label : labels) {
            left.remove(receipt(label).compact());
        }
        return left;
    }

    /// The receipts and a final summary of them.
    public List<String> withSummary() {
        return with(summary());
    }

    public List<String> with(Receipt... more) {
        List<String> all = new ArrayList<>(texts());
        Stream.of(more).map(Receipt::compact).forEach(all::add);
        return all;
    }

    public Receipt summary() {
        return summary(_ -> {});
    }

    /// A summary of what was issued so far, as told otherwise.
    public Receipt summary(Consumer<SummaryDraft> otherwise) {
        SummaryDraft draft = new SummaryDraft(this);
        otherwise.accept(draft);
        return draft.issue();
    }
}

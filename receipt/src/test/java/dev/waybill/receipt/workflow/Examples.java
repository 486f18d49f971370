package dev.waybill.receipt.workflow;

import dev.waybill.base.Digest;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/// Valid values for tests, fixed or drawn from a seed.
final class Examples {

    static final WorkflowId WORKFLOW = new WorkflowId("wf_01JZ7Q4M8C9V2K5T3N6R0XWYBD");
    static final StepId STEP = new StepId("step_01JZ7Q4M8D3H6F1P9S2A4G7EKT");
    static final StepId PARENT = new StepId("step_01JZ7Q4M8A5B7C9D1E3F5G7H9J");

    private static final String PAYLOAD = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";

    private Examples() {}

    static WorkflowContext context(Random random) {
        var step = new StepId(StepId.PREFIX + payload(random));
        return WorkflowContext.builder(new WorkflowId(WorkflowId.PREFIX + payload(random)), step)
                .parents(parents(random, step))
                .orchestratorId(maybeText(random))
                .orchestratorReceiptRef(maybeText(random))
                .stepIndex(random.nextBoolean() ? null : random.nextLong(1L << 53))
                .stepTotal(random.nextBoolean() ? null : 1 + random.nextLong((1L << 53) - 1))
                .toolName(maybeText(random))
                .framework(random.nextBoolean() ? null : framework(random))
                .prevReceiptHash(random.nextBoolean() ? null : digest(random))
                .build();
    }

    static String payload(Random random) {
        int length = 20 + random.nextInt(29);
        var text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            text.append(PAYLOAD.charAt(random.nextInt(PAYLOAD.length())));
        }
        return text.toString();
    }

    static Digest digest(Random random) {
        var bytes = new byte[Digest.LENGTH];
        random.nextBytes(bytes);
        return Digest.ofBytes(bytes);
    }

    private static List<StepId> parents(Random random, StepId step) {
        int count = random.nextInt(17);
        List<StepId> parents = new ArrayList<>();
        while (parents.size() < count) {
            var parent = new StepId(StepId.PREFIX + payload(random));
            if (!parent.equals(step) && !parents.contains(parent)) {
                parents.add(parent);
            }
        }
        return parents;
    }

    private static String framework(Random random) {
        String grammar = "abcdefghijklmnopqrstuvwxyz0123456789_-";
        var text = new StringBuilder().append(grammar.charAt(random.nextInt(26)));
        int rest = random.nextInt(64);
        for (int i = 0; i < rest; i++) {
            text.append(grammar.charAt(random.nextInt(grammar.length())));
        }
        return text.toString();
    }

    private static @Nullable String maybeText(Random random) {
        if (random.nextBoolean()) {
            return null;
        }
        List<String> alphabet = List.of("a", "Z", "0", " ", "\"", "\n", "é", "漢", "🚚");
        var text = new StringBuilder();
        int length = random.nextInt(129);
        for (int i = 0; i < length; i++) {
            text.append(alphabet.get(random.nextInt(alphabet.size())));
        }
        return text.toString();
    }
}

package dev.waybill.receipt;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.receipt.workflow.WorkflowContext;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a receipt shall say, before it has an issuer, a wire and a signature.
///
/// @param id the receipt's own name, a UUIDv7
/// @param issuedAt epoch seconds
/// @param type what kind of record this is, on Wire 0.2
/// @param audience for whom the receipt is, on Wire 0.1; the issuer itself when null
/// @param subject what it is about; an https URL on a paid receipt of Wire 0.1
/// @param workflow the step's place in its workflow
/// @param disclosure when present, the parents are signed as a salted commitment that can be redacted
/// @param payment what the step cost, for paid steps
/// @param trace the trace in which the step ran
/// @param extensions further groups under `domain/name` keys
public record ReceiptDraft(
        String id,
        long issuedAt,
        String type,
        @Nullable String audience,
        @Nullable String subject,
        @Nullable WorkflowContext workflow,
        @Nullable String disclosure,
        @Nullable Payment payment,
        @Nullable TraceContext trace,
        Map<String, JsonValue> extensions) {

    public ReceiptDraft {
        extensions = Collections.unmodifiableMap(new LinkedHashMap<>(extensions));
        if (disclosure != null) {
            checkDisclosure(disclosure, workflow);
        }
    }

    /// A commitment to other parents than the step's would let the holder reveal a lie under our signature.
    private static void checkDisclosure(String disclosure, @Nullable WorkflowContext workflow) {
        if (workflow == null) {
            throw new IllegalArgumentException("a disclosure needs a workflow context to withhold parents from");
        }
        JsonValue parents = workflow.toJson().get("parent_step_ids");
        if (parents != null && !parents.equals(Redactable.parents(disclosure))) {
            throw new IllegalArgumentException("the disclosure lists other parents than the workflow context");
        }
    }

    /// The type of a step's receipt on Wire 0.2.
    public static final String STEP_TYPE = "dev.waybill/step";

    public static Builder builder(String id, long issuedAt) {
        return new Builder(id, issuedAt);
    }

    /// Builds a draft; only id and time are required.
    public static final class Builder {
        private final String id;
        private final long issuedAt;
        private String type = STEP_TYPE;
        private @Nullable String audience;
        private @Nullable String subject;
        private @Nullable WorkflowContext workflow;
        private @Nullable String disclosure;
        private @Nullable Payment payment;
        private @Nullable TraceContext trace;
        private final Map<String, JsonValue> extensions = new LinkedHashMap<>();

        private Builder(String id, long issuedAt) {
            this.id = id;
            this.issuedAt = issuedAt;
        }

        public Builder type(String value) {
            type = value;
            return this;
        }

        public Builder audience(@Nullable String value) {
            audience = value;
            return this;
        }

        public Builder subject(@Nullable String value) {
            subject = value;
            return this;
        }

        public Builder workflow(WorkflowContext value) {
            workflow = value;
            return this;
        }

        /// Makes the parents redactable; see [Redactable].
        public Builder disclosure(String value) {
            disclosure = value;
            return this;
        }

        public Builder payment(Payment value) {
            payment = value;
            return this;
        }

        public Builder trace(TraceContext value) {
            trace = value;
            return this;
        }

        public Builder extension(String key, JsonValue value) {
            extensions.put(key, value);
            return this;
        }

        public Builder extensions(JsonObject values) {
            extensions.putAll(values.members());
            return this;
        }

        public ReceiptDraft build() {
            return new ReceiptDraft(
                    id, issuedAt, type, audience, subject, workflow, disclosure, payment, trace, extensions);
        }
    }
}

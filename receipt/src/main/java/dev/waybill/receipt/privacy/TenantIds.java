package dev.waybill.receipt.privacy;

import dev.waybill.receipt.code.Code;
import dev.waybill.receipt.code.Rejected;
import dev.waybill.receipt.workflow.StepId;
import dev.waybill.receipt.workflow.WorkflowId;
import dev.waybill.receipt.workflow.WorkflowIds;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// Ids that follow from other ids under a tenant's secret key.
///
/// The same native id gives the same result again, so receipts can be found from the systems that they
/// came from. Without the key nobody can go back, guess forward, or link two tenants, two audiences or
/// two kinds of id. HMAC-SHA-256 over (purpose, kind, audience or namespace, native id), each part with
/// its length in front, so that no two inputs share one encoding; 160 bits of the result are kept.
public final class TenantIds {

    private static final String PURPOSE = "dev.waybill/tenant-ids/v1";
    private static final String ALGORITHM = "HmacSHA256";
    private static final String CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    private static final int SHORTEST_KEY = 32;
    private static final int PAYLOAD_BITS = 160;
    private static final int TRACE_ID_DIGITS = 32;
    private static final int SPAN_ID_DIGITS = 16;

    private final SecretKeySpec key;

    /// @param tenantKey at least 32 secret random bytes; another tenant has another key
    public TenantIds(byte[] tenantKey) {
        if (tenantKey.length < SHORTEST_KEY) {
            throw new IllegalArgumentException("a tenant key needs at least 32 random bytes, found " + tenantKey.length
                    + "; generate one and keep it secret");
        }
        this.key = new SecretKeySpec(tenantKey, ALGORITHM);
    }

    /// The workflow id for a native id, for example `workflowIdFromNative("run_id", "payroll-2026-01")`.
    public WorkflowId workflowIdFromNative(String namespace, String nativeId) {
        return WorkflowIds.createWorkflowId(derive("workflow", namespace, nativeId));
    }

    /// The step id for a native id, for example `stepIdFromNative("task_id", "42")`.
    public StepId stepIdFromNative(String namespace, String nativeId) {
        return WorkflowIds.createStepId(derive("step", namespace, nativeId));
    }

    /// The workflow id for a W3C trace id.
    ///
    /// @param traceId 32 lower-case hexadecimal digits, not all zero
    public WorkflowId workflowIdFromTrace(String traceId) {
        checkHex(traceId, TRACE_ID_DIGITS, "trace id", Code.E_WORKFLOW_ID_INVALID);
        return workflowIdFromNative("w3c.trace-id", traceId);
    }

    /// The step id for a W3C span id, which by itself is too short for the pattern and unique only within
    /// its trace.
    ///
    /// @param spanId 16 lower-case hexadecimal digits, not all zero
    public StepId stepIdFromSpan(String traceId, String spanId) {
        checkHex(traceId, TRACE_ID_DIGITS, "trace id", Code.E_WORKFLOW_STEP_ID_INVALID);
        checkHex(spanId, SPAN_ID_DIGITS, "span id", Code.E_WORKFLOW_STEP_ID_INVALID);
        return stepIdFromNative("w3c.span-id", traceId + spanId);
    }

    /// The name under which one audience knows an agent: `agent:` and an opaque text.
    public String agentPseudonym(String audience, String agentId) {
        return "agent:" + derive("agent", audience, agentId);
    }

    /// The correlation id that one audience sees.
    public String correlationPseudonym(String audience, String correlationId) {
        return derive("correlation", audience, correlationId);
    }

    private String derive(String kind, String scope, String nativeId) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            for (String part : new String[] {PURPOSE, kind, scope, nativeId}) {
                ByteBuffer bytes = utf8(part);
                mac.update(ByteBuffer.allocate(Integer.BYTES)
                        .putInt(bytes.remaining())
                        .flip());
                mac.update(bytes);
            }
            return payload(mac.doFinal());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has HMAC-SHA-256", e);
        }
    }

    /// Refuses lone surrogates: replaced by a question mark they would give two ids one encoding.
    private static ByteBuffer utf8(String text) {
        try {
            return StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("a native id must be well-formed Unicode text", e);
        }
    }

    private static String payload(byte[] mac) {
        var text = new StringBuilder(PAYLOAD_BITS / 5);
        for (int bit = 0; bit < PAYLOAD_BITS; bit += 5) {
            int pair = (mac[bit / 8] & 0xFF) << 8 | (mac[bit / 8 + 1] & 0xFF);
            text.append(CROCKFORD.charAt(pair >> (11 - bit % 8) & 31));
        }
        return text.toString();
    }

    private static void checkHex(String id, int digits, String what, Code code) {
        boolean hex = id.length() == digits
                && id.chars().allMatch(c -> (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'))
                && id.chars().anyMatch(c -> c != '0');
        if (!hex) {
            throw new Rejected(
                    code,
                    "expected a W3C " + what + " of " + digits + " lower-case hexadecimal digits, not all zero, found "
                            + id.length() + " characters; pass it as the traceparent header has it");
        }
    }
}

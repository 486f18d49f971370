package dev.waybill.runtime;

import dev.waybill.base.Base64Url;
import dev.waybill.base.Digest;
import dev.waybill.journal.RunHeader;
import java.nio.charset.StandardCharsets;

/// The logical invocation id: the same for every repetition of one execution, whoever repeats it.
final class InvocationIds {

    private InvocationIds() {}

    static String of(RunHeader header, String nodeId, int ordinal, String providerKey) {
        String text = String.join(
                "\0",
                "openwop:activity:v2",
                header.tenant(),
                header.runId().value(),
                nodeId,
                Integer.toString(ordinal),
                providerKey);
        return Base64Url.encode(Digest.of(text.getBytes(StandardCharsets.UTF_8)).toBytes());
    }
}

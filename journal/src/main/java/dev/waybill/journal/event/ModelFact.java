package dev.waybill.journal.event;

import static dev.waybill.journal.event.Kind.COUNT;
import static dev.waybill.journal.event.Kind.FALSE_IF;
import static dev.waybill.journal.event.Kind.FLAG;
import static dev.waybill.journal.event.Kind.INTEGER;
import static dev.waybill.journal.event.Kind.OPTIONAL_OBJECT;
import static dev.waybill.journal.event.Kind.OPTIONAL_TEXT;
import static dev.waybill.journal.event.Kind.TEXT;
import static dev.waybill.journal.event.Kind.TEXTS;

import dev.waybill.base.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How a model came to an answer of the right shape, or did not: OpenWOP's `envelope.*` family, and what it was asked.
/// None of them says what the model said, which is the outcome's to say, but the pieces that a node was asked for.
public sealed interface ModelFact extends ActivityFact {

    /// A model is asked again because its answer could not be used.
    ///
    /// @param attempt which attempt begins, from 2
    record EnvelopeRetryAttempted(String nodeId, int attempt, String reason) implements ModelFact {
        public static final String TYPE = "envelope.retry.attempted";

        static EnvelopeRetryAttempted of(Members<EnvelopeRetryAttempted> members) {
            return new EnvelopeRetryAttempted(
                    members.at("nodeId", TEXT, EnvelopeRetryAttempted::nodeId),
                    members.at("attempt", COUNT, EnvelopeRetryAttempted::attempt),
                    members.at("reason", TEXT, EnvelopeRetryAttempted::reason));
        }
    }

    /// It is not asked any more.
    record EnvelopeRetryExhausted(String nodeId, int totalAttempts, String finalReason) implements ModelFact {
        public static final String TYPE = "envelope.retry.exhausted";

        static EnvelopeRetryExhausted of(Members<EnvelopeRetryExhausted> members) {
            return new EnvelopeRetryExhausted(
                    members.at("nodeId", TEXT, EnvelopeRetryExhausted::nodeId),
                    members.at("totalAttempts", COUNT, EnvelopeRetryExhausted::totalAttempts),
                    members.at("finalReason", TEXT, EnvelopeRetryExhausted::finalReason));
        }
    }

    /// The model would not, or a filter stopped it.
    record EnvelopeRefusal(
            String nodeId,
            String provider,
            String model,
            @Nullable String refusalText,
            @Nullable String safetyCategory) implements ModelFact {
        public static final String TYPE = "envelope.refusal";

        static EnvelopeRefusal of(Members<EnvelopeRefusal> members) {
            return new EnvelopeRefusal(
                    members.at("nodeId", TEXT, EnvelopeRefusal::nodeId),
                    members.at("provider", TEXT, EnvelopeRefusal::provider),
                    members.at("model", TEXT, EnvelopeRefusal::model),
                    members.at("refusalText", OPTIONAL_TEXT, EnvelopeRefusal::refusalText),
                    members.at("safetyCategory", OPTIONAL_TEXT, EnvelopeRefusal::safetyCategory));
        }
    }

    /// The answer was cut off.
    ///
    /// @param dropped whether the log says that nothing of it was used; older logs are silent
    record EnvelopeTruncated(
            String nodeId, String provider, String model, String stopReason, long outputTokenCount, boolean dropped)
            implements ModelFact {
        public static final String TYPE = "envelope.truncated";

        public EnvelopeTruncated(
                String nodeId, String provider, String model, String stopReason, long outputTokenCount) {
            this(nodeId, provider, model, stopReason, outputTokenCount, true);
        }

        static EnvelopeTruncated of(Members<EnvelopeTruncated> members) {
            return new EnvelopeTruncated(
                    members.at("nodeId", TEXT, EnvelopeTruncated::nodeId),
                    members.at("provider", TEXT, EnvelopeTruncated::provider),
                    members.at("model", TEXT, EnvelopeTruncated::model),
                    members.at("stopReason", TEXT, EnvelopeTruncated::stopReason),
                    members.at("outputTokenCount", INTEGER, EnvelopeTruncated::outputTokenCount),
                    members.at("partialPayloadAvailable", FALSE_IF, EnvelopeTruncated::dropped));
        }
    }

    /// The model keeps answering in prose: it is asked once more, to put that into the right shape.
    record NlToFormatEngaged(String nodeId, String originalEnvelopeType, int fallbackCalls) implements ModelFact {
        public static final String TYPE = "envelope.nlToFormat.engaged";

        static NlToFormatEngaged of(Members<NlToFormatEngaged> members) {
            return new NlToFormatEngaged(
                    members.at("nodeId", TEXT, NlToFormatEngaged::nodeId),
                    members.at("originalEnvelopeType", TEXT, NlToFormatEngaged::originalEnvelopeType),
                    members.at("fallbackCalls", COUNT, NlToFormatEngaged::fallbackCalls));
        }
    }

    /// The answer stood inside something else, and was taken out of it.
    ///
    /// @param path how: `markdown-fence`, `brace-walker`
    record EnvelopeRecovered(String nodeId, String path) implements ModelFact {
        public static final String TYPE = "envelope.recovery.applied";

        static EnvelopeRecovered of(Members<EnvelopeRecovered> members) {
            return new EnvelopeRecovered(
                    members.at("nodeId", TEXT, EnvelopeRecovered::nodeId),
                    members.at("path", TEXT, EnvelopeRecovered::path));
        }
    }

    /// What a model is asked was put together from prompts of a library. The words are not told.
    ///
    /// @param refs such as `prompt:acme.greeting@1.0.0`
    /// @param hash of the text, without secrets
    /// @param variableHashes what was put into it, by name, as digests; null when nothing was
    /// @param contentTrust `untrusted` when somebody else's words are in it; null when that is not known
    record PromptComposed(
            String nodeId,
            List<String> refs,
            String kind,
            String hash,
            @Nullable JsonObject variableHashes,
            @Nullable String contentTrust)
            implements ModelFact {
        public static final String TYPE = "prompt.composed";

        public PromptComposed {
            refs = List.copyOf(refs);
        }

        static PromptComposed of(Members<PromptComposed> members) {
            return new PromptComposed(
                    members.at("nodeId", TEXT, PromptComposed::nodeId),
                    members.at("refs", TEXTS, PromptComposed::refs),
                    members.at("kind", TEXT, PromptComposed::kind),
                    members.at("hash", TEXT, PromptComposed::hash),
                    members.at("variableHashes", OPTIONAL_OBJECT, PromptComposed::variableHashes),
                    members.at("contentTrust", OPTIONAL_TEXT, PromptComposed::contentTrust));
        }
    }

    /// A piece of an answer in the order in which it came. On the wire it also names the run that it is read in.
    ///
    /// @param isLast whether the answer ends with it
    /// @param meta of the last one: why the model stopped, what it is called and what it used
    record OutputChunk(
            String nodeId,
            String chunk,
            boolean isLast,
            @Nullable JsonObject meta) implements ModelFact {
        public static final String TYPE = "output.chunk";

        static OutputChunk of(Members<OutputChunk> members) {
            return new OutputChunk(
                    members.at("nodeId", TEXT, OutputChunk::nodeId),
                    members.at("chunk", TEXT, OutputChunk::chunk),
                    members.at("isLast", FLAG, OutputChunk::isLast),
                    members.at("meta", OPTIONAL_OBJECT, OutputChunk::meta));
        }
    }
}

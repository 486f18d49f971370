package dev.waybill.receipt.bundle;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.receipt.key.SigningKey;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// What a dispute bundle shall say about itself.
///
/// @param bundleId a ULID
/// @param refs what the bundle is about
/// @param createdBy who makes it, as a URI
/// @param policy the content of `policy/policy.yaml`, if any
/// @param peacTxt the content of `policy/peac.txt`, if any
/// @param signer who signs for the bundle as a whole; its key must be among the bundled ones
public record DisputeDraft(
        Kind kind,
        String bundleId,
        List<Ref> refs,
        String createdBy,
        Instant createdAt,
        @Nullable String policy,
        @Nullable String peacTxt,
        @Nullable SigningKey signer) {

    /// The purpose of a bundle.
    public enum Kind {
        DISPUTE,
        AUDIT,
        ARCHIVE;

        public String wire() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /// What a bundle is about: `dispute`, `receipt`, `audit_case` or `external`, and its id.
    public record Ref(String type, String id) {

        private static final List<String> TYPES = List.of("dispute", "receipt", "audit_case", "external");

        public Ref {
            if (!TYPES.contains(type)) {
                throw new IllegalArgumentException("expected a reference of type " + TYPES + ", found " + type);
            }
        }

        JsonObject toJson() {
            return JsonObject.of("type", type).with("id", id);
        }
    }

    public DisputeDraft {
        refs = List.copyOf(refs);
    }

    public static DisputeDraft of(Kind kind, String bundleId, String createdBy, Instant createdAt) {
        return new DisputeDraft(kind, bundleId, List.of(), createdBy, createdAt, null, null, null);
    }

    public DisputeDraft about(Ref... about) {
        return new DisputeDraft(kind, bundleId, List.of(about), createdBy, createdAt, policy, peacTxt, signer);
    }

    public DisputeDraft withPolicy(@Nullable String yaml, @Nullable String peac) {
        return new DisputeDraft(kind, bundleId, refs, createdBy, createdAt, yaml, peac, signer);
    }

    public DisputeDraft signedBy(@Nullable SigningKey key) {
        return new DisputeDraft(kind, bundleId, refs, createdBy, createdAt, policy, peacTxt, key);
    }

    JsonArray refsJson() {
        return new JsonArray(List.copyOf(refs.stream().map(Ref::toJson).toList()));
    }
}

package dev.waybill.receipt.claims;

import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.receipt.code.Code;
import dev.waybill.receipt.code.Rejected;
import dev.waybill.receipt.grammar.Timestamp;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What may stand inside a Wire 0.2 receipt.
///
/// The verifier asks three questions, in this order: [#check] for the claims by themselves,
/// [#checkTimes] against a clock, [#checkTypeExtension] for the group that the type calls for.
public final class Wire02Claims {

    private static final String EXTENSIONS = "extensions";
    private static final String OCCURRED_AT = "occurred_at";
    private static final String CHALLENGE = "challenge";

    private Wire02Claims() {}

    /// Checks the claims by themselves.
    ///
    /// The group `org.peacprotocol/workflow` is not registered with PEAC and gives a warning like any
    /// unknown group; what it holds is the workflow package's business.
    ///
    /// @return what a reader should know, in PEAC's order
    /// @throws Rejected with the fine code; see [#surface]
    public static List<Warning> check(JsonObject claims) {
        Fault fault = Wire02Envelope.SHAPE.fault(claims);
        if (fault != null) {
            throw fault.rejectedAs(codeOf(fault));
        }
        if (claims.has(OCCURRED_AT) && isChallenge(claims)) {
            throw new Fault("/" + OCCURRED_AT, "no occurred_at on a challenge", "one")
                    .rejectedAs(Code.E_OCCURRED_AT_ON_CHALLENGE);
        }
        List<Warning> warnings = new ArrayList<>(2);
        if (claims.get(EXTENSIONS) instanceof JsonObject extensions) {
            checkExtensions(extensions, warnings);
        }
        if (!Registry.hasType(claims.string("type").orElseThrow())) {
            warnings.add(new Warning(Warning.TYPE_UNREGISTERED, "/type"));
        }
        warnings.sort(Warning.ORDER);
        return List.copyOf(warnings);
    }

    /// Checks the claims against a clock. The claims must have passed [#check].
    ///
    /// @param skewSeconds how far the issuer's clock may be ahead
    /// @return a warning when something occurred after its receipt was issued
    /// @throws Rejected when the receipt, or what it tells of, lies in the future
    public static List<Warning> checkTimes(JsonObject claims, long nowEpochSeconds, long skewSeconds) {
        long latest = nowEpochSeconds + skewSeconds;
        long issuedAt = issuedAt(claims);
        if (issuedAt > latest) {
            throw future("/iat", issuedAt, latest).rejectedAs(Code.E_NOT_YET_VALID);
        }
        var occurredAt = claims.string(OCCURRED_AT);
        if (occurredAt.isEmpty()) {
            return List.of();
        }
        long millis = Timestamp.parse(occurredAt.get()).orElseThrow().toEpochMilli();
        if (millis > latest * 1000) {
            throw future("/" + OCCURRED_AT, Math.floorDiv(millis, 1000L), latest)
                    .rejectedAs(Code.E_OCCURRED_AT_FUTURE);
        }
        return millis > issuedAt * 1000 ? List.of(new Warning(Warning.OCCURRED_AT_SKEW, "/" + OCCURRED_AT)) : List.of();
    }

    /// Checks that a registered type brings its extension group. A challenge is exempt: it asks for
    /// something and proves nothing. The claims must have passed [#check].
    ///
    /// @throws Rejected E_EXTENSION_GROUP_MISMATCH when another registered group stands in its place,
    ///     E_EXTENSION_GROUP_REQUIRED when there is none
    public static void checkTypeExtension(JsonObject claims) {
        String type = claims.string("type").orElseThrow();
        String expected = Registry.groupOf(type);
        JsonObject extensions = claims.object(EXTENSIONS).orElse(JsonObject.EMPTY);
        if (expected == null || extensions.has(expected) || isChallenge(claims)) {
            return;
        }
        List<String> others =
                extensions.names().stream().filter(Registry::hasGroup).toList();
        Code code = others.isEmpty() ? Code.E_EXTENSION_GROUP_REQUIRED : Code.E_EXTENSION_GROUP_MISMATCH;
        String found = others.isEmpty() ? "no registered group" : String.join(", ", others);
        throw new Fault("/" + EXTENSIONS, expected + " for type " + type, found).rejectedAs(code);
    }

    /// The code under which PEAC's own verifier reports a fine code. It calls every claim that does not
    /// fit E_INVALID_FORMAT and keeps the finer name in its message; PEAC's conformance fixtures use the
    /// finer name. A report to others carries the surface code, so that both verifiers agree.
    public static Code surface(Code fine) {
        return switch (fine) {
            case E_ISS_NOT_CANONICAL, E_KIND_UNSUPPORTED, E_OCCURRED_AT_ON_CHALLENGE -> Code.E_INVALID_FORMAT;
            default -> fine;
        };
    }

    private static void checkExtensions(JsonObject extensions, List<Warning> warnings) {
        long total = 2L + ExtensionBudget.commas(extensions.size());
        for (Map.Entry<String, JsonValue> group : extensions.members().entrySet()) {
            String key = group.getKey();
            long size = ExtensionBudget.size(group.getValue());
            Fault fault = groupFault(key, group.getValue(), size);
            if (fault != null) {
                throw fault.within(key).within(EXTENSIONS).rejectedAs(Code.E_INVALID_FORMAT);
            }
            total += ExtensionBudget.nameSize(key) + size;
            if (!Registry.hasGroup(key)) {
                String pointer = Fault.pointer(EXTENSIONS) + Fault.pointer(key);
                warnings.add(new Warning(Warning.UNKNOWN_EXTENSION_PRESERVED, pointer));
            }
        }
        if (total > ExtensionBudget.TOTAL) {
            throw tooLarge(ExtensionBudget.TOTAL, total).within(EXTENSIONS).rejectedAs(Code.E_INVALID_FORMAT);
        }
    }

    private static @Nullable Fault groupFault(String key, JsonValue value, long size) {
        if (!ExtensionKey.isValid(key)) {
            return new Fault("", "a key such as org.example/name, in lower case", "another form");
        }
        if (size > ExtensionBudget.GROUP) {
            return tooLarge(ExtensionBudget.GROUP, size);
        }
        Shape shape = ExtensionGroups.of(key);
        return shape == null ? null : shape.fault(value);
    }

    private static Fault tooLarge(int budget, long size) {
        return new Fault("", "at most " + budget + " bytes of JSON", size + " bytes");
    }

    private static Fault future(String pointer, long found, long latest) {
        return new Fault(pointer, "a time up to " + latest, Long.toString(found));
    }

    private static Code codeOf(Fault fault) {
        return switch (fault.pointer()) {
            case "/peac_version" -> Code.E_WIRE_VERSION_MISMATCH;
            case "/kind" -> Code.E_KIND_UNSUPPORTED;
            case "/iss" -> Code.E_ISS_NOT_CANONICAL;
            default -> Code.E_INVALID_FORMAT;
        };
    }

    private static boolean isChallenge(JsonObject claims) {
        return claims.string("kind").filter(CHALLENGE::equals).isPresent();
    }

    private static long issuedAt(JsonObject claims) {
        return claims.get("iat") instanceof JsonNumber number
                ? number.asInteger().orElseThrow()
                : 0;
    }
}

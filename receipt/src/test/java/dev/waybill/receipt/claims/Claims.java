package dev.waybill.receipt.claims;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonValue;
import dev.waybill.receipt.code.Rejected;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/// Claims for tests, written with single quotes so that they can be read.
final class Claims {

    private Claims() {}

    static JsonValue json(String text) {
        return JsonReader.read(text.replace('\'', '"'), JsonLimits.DOCUMENT);
    }

    static JsonObject object(String text) {
        return json(text).asObject().orElseThrow();
    }

    /// The smallest Wire 0.2 receipt of a type that nobody registered.
    static JsonObject wire02() {
        return object("""
                {'peac_version':'0.2','kind':'evidence','type':'org.example/step',
                 'iss':'https://api.example.com','iat':1709500000,'jti':'j-1'}""");
    }

    static JsonObject wire02With(String claim, String value) {
        return wire02().with(claim, json(value));
    }

    static JsonObject wire02WithGroup(String key, String value) {
        return wire02().with(
                        "extensions", JsonObject.builder().put(key, json(value)).build());
    }

    static Rejected rejection(ThrowingCallable check) {
        return catchThrowableOfType(Rejected.class, check);
    }
}

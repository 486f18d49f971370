package dev.waybill.receipt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.receipt.jws.Wire;
import dev.waybill.testkit.Seeds;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Whatever comes in, the verifier answers. `-Dwaybill.campaign=N` runs N times longer.
class ReceiptFuzzTest {

    private static final int RUNS = 400;

    private final ReceiptVerifier verifier = Samples.verifier();

    @Test
    void randomBytesAreRefused() {
        Seeds.check(RUNS, random -> {
            byte[] bytes = bytes(random, 300);
            Samples.invalid(verifier.verify(bytes));
            Samples.invalid(verifier.verify(new String(bytes, StandardCharsets.UTF_8)));
            Samples.invalid(verifier.verify(new String(bytes, StandardCharsets.UTF_16)));
        });
    }

    @Test
    void randomSegmentsAreRefused() {
        Seeds.check(RUNS, random -> {
            byte[] header = random.nextBoolean() ? header(random) : bytes(random, 60);
            Samples.invalid(verifier.verify(Samples.sign(Samples.KEY, header, bytes(random, 200))));
        });
    }

    /// Well-signed payloads of damaged JSON: the parser and the claims see what a hostile issuer sends.
    @ParameterizedTest
    @EnumSource(Wire.class)
    void damagedClaimsGetAnAnswer(Wire wire) {
        byte[] claims = Samples.issuer(wire)
                .issue(Samples.draft()
                        .payment(new Payment("internal", "1", 1, "USD"))
                        .trace(new TraceContext("1".repeat(32), "2".repeat(16)))
                        .build())
                .claims()
                .toString()
                .getBytes(StandardCharsets.UTF_8);
        Seeds.check(RUNS, random -> {
            byte[] payload = damaged(claims, random);
            answers(Samples.sign(Samples.KEY, Samples.header(wire).getBytes(StandardCharsets.UTF_8), payload));
        });
    }

    @ParameterizedTest
    @EnumSource(Wire.class)
    void damagedHeadersGetAnAnswer(Wire wire) {
        byte[] header = Samples.header(wire).getBytes(StandardCharsets.UTF_8);
        byte[] claims = Samples.issuer(wire)
                .issue(Samples.draft().build())
                .claims()
                .toString()
                .getBytes(StandardCharsets.UTF_8);
        Seeds.check(RUNS, random -> answers(Samples.sign(Samples.KEY, damaged(header, random), claims)));
    }

    /// One claim at a time is replaced by every kind of value.
    @ParameterizedTest
    @EnumSource(Wire.class)
    void claimsOfAnyKindGetAnAnswer(Wire wire) {
        var claims = Samples.issuer(wire).issue(Samples.draft().build()).claims();
        List<String> values = List.of(
                "null",
                "true",
                "0",
                "-1",
                "1e15",
                "-9007199254740991",
                "9007199254740991",
                "1e-400",
                "0.5",
                "\"\"",
                "\"\\u0000\"",
                "[]",
                "{}",
                "[[]]",
                "{\"\":{}}",
                "\"" + "x".repeat(60_000) + "\"");
        for (String name : List.of(
                "iss",
                "aud",
                "iat",
                "exp",
                "rid",
                "amt",
                "cur",
                "payment",
                "ext",
                "peac_version",
                "kind",
                "type",
                "jti",
                "sub",
                "extensions",
                "occurred_at",
                "pillars",
                "actor",
                "policy",
                "representation",
                "subject")) {
            for (String value : values) {
                var changed = claims.with(
                        name, dev.waybill.base.json.JsonReader.read(value, dev.waybill.base.json.JsonLimits.RECEIPT));
                answers(Samples.sign(Samples.KEY, Samples.header(wire), changed.toString()));
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Wire.class)
    void deepWideAndLongJsonIsRefused(Wire wire) {
        for (String hostile : List.of(
                "[".repeat(90_000),
                "{\"a\":".repeat(40_000),
                "{\"a\":" + "[".repeat(33) + "]".repeat(33) + "}",
                "{\"a\":" + "9".repeat(150_000) + "}",
                "{\"a\":0." + "9".repeat(150_000) + "}",
                "{\"a\":1e" + "9".repeat(150_000) + "}",
                "{\"a\":1e-" + "9".repeat(60_000) + "}",
                "{\"" + "k".repeat(150_000) + "\":1}",
                "{\"a\":\"" + "\\u0041".repeat(25_000) + "\"}",
                "{\"a\":[" + "0,".repeat(60_000) + "0]}",
                " ".repeat(190_000) + "{}",
                "\uFEFF{}",
                "")) {
            Samples.invalid(verifier.verify(Samples.sign(Samples.KEY, Samples.header(wire), hostile)));
            Samples.invalid(verifier.verify(Samples.sign(Samples.KEY, hostile, "{}")));
        }
    }

    @Test
    void messagesStayShort() {
        String long64k = "x".repeat(60_000);
        for (String header : List.of(
                "{\"alg\":\"" + long64k + "\"}",
                "{\"alg\":\"EdDSA\",\"typ\":\"" + long64k + "\"}",
                "{\"alg\":\"EdDSA\",\"typ\":\"peac-receipt/0.1\",\"kid\":\"" + long64k + "\"}",
                Samples.header(Wire.V0_1))) {
            var check = Samples.invalid(
                    verifier.verify(Samples.sign(Samples.KEY, header, "{\"iss\":\"" + long64k + "\"}")));
            assertThat(check.message()).hasSizeLessThan(1_000);
        }
    }

    private void answers(String jws) {
        if (verifier.verify(jws) instanceof ReceiptCheck.Valid valid) {
            Receipt receipt = valid.receipt();
            // What is accepted can be read, every part of it.
            assertThat(Receipt.decode(jws)).isEqualTo(receipt);
            assertThat(receipt.id()).isNotEmpty();
            assertThat(receipt.toString()).contains(receipt.issuer());
            receipt.issuedAt();
            receipt.expiresAt();
        }
    }

    private static byte[] header(Random random) {
        return Samples.header(random.nextBoolean() ? Wire.V0_1 : Wire.V0_2).getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] bytes(Random random, int most) {
        byte[] bytes = new byte[random.nextInt(most)];
        random.nextBytes(bytes);
        return bytes;
    }

    private static byte[] damaged(byte[] good, Random random) {
        byte[] bytes = good.clone();
        int wounds = 1 + random.nextInt(3);
        String tokens = "{}[]\",:\\0123456789-+.eEtruefalsn \n\t";
        for (int i = 0; i < wounds; i++) {
            int at = random.nextInt(bytes.length);
            bytes[at] = random.nextInt(4) == 0
                    ? (byte) random.nextInt(256)
                    : (byte) tokens.charAt(random.nextInt(tokens.length()));
        }
        return bytes;
    }
}

package dev.waybill.receipt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.Digest;
import dev.waybill.receipt.code.Code;
import dev.waybill.receipt.jws.Wire;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// One signed receipt has exactly one spelling: no other text near it is valid, and none makes the
/// verifier throw.
class ReceiptMutationTest {

    private static final String URL_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

    private final ReceiptVerifier verifier = Samples.verifier();

    @ParameterizedTest
    @EnumSource(Wire.class)
    void noFlippedBitIsValid(Wire wire) {
        byte[] good = compact(wire).getBytes(StandardCharsets.US_ASCII);
        for (int bit = 0; bit < good.length * 8; bit++) {
            byte[] flipped = good.clone();
            flipped[bit / 8] ^= (byte) (1 << bit % 8);
            refused(flipped);
        }
    }

    @ParameterizedTest
    @EnumSource(Wire.class)
    void noTruncationIsValid(Wire wire) {
        String good = compact(wire);
        for (int i = 0; i < good.length(); i++) {
            refused(good.substring(0, i));
            refused(good.substring(i + 1));
        }
    }

    @ParameterizedTest
    @EnumSource(Wire.class)
    void noInsertedByteIsValid(Wire wire) {
        byte[] good = compact(wire).getBytes(StandardCharsets.US_ASCII);
        for (int at = 0; at <= good.length; at++) {
            byte[] longer = new byte[good.length + 1];
            System.arraycopy(good, 0, longer, 0, at);
            System.arraycopy(good, at, longer, at + 1, good.length - at);
            for (int value = 0; value < 256; value++) {
                longer[at] = (byte) value;
                refused(longer);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Wire.class)
    void noRemovedOrSwappedByteIsValid(Wire wire) {
        String good = compact(wire);
        for (int at = 0; at < good.length(); at++) {
            refused(good.substring(0, at) + good.substring(at + 1));
            if (at > 0 && good.charAt(at) != good.charAt(at - 1)) {
                refused(good.substring(0, at - 1) + good.charAt(at) + good.charAt(at - 1) + good.substring(at + 1));
            }
        }
    }

    @Test
    void noOrderOrMixOfSegmentsIsValid() {
        List<String> segments = new ArrayList<>(List.of(compact(Wire.V0_1).split("\\.", -1)));
        segments.addAll(List.of(compact(Wire.V0_2).split("\\.", -1)));
        segments.add("");
        List<String> valid = List.of(compact(Wire.V0_1), compact(Wire.V0_2));
        for (String first : segments) {
            for (String second : segments) {
                refused(first + "." + second);
                for (String third : segments) {
                    String mixed = first + "." + second + "." + third;
                    if (!valid.contains(mixed)) {
                        refused(mixed);
                    }
                    refused(mixed + ".");
                    refused(mixed + "." + first);
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Wire.class)
    void noOtherSpellingOfASegmentIsValid(Wire wire) {
        String[] good = compact(wire).split("\\.", -1);
        for (int i = 0; i < 3; i++) {
            for (String spelling : spellings(good[i])) {
                String[] parts = good.clone();
                parts[i] = spelling;
                refused(String.join(".", parts));
            }
        }
    }

    private static List<String> spellings(String segment) {
        List<String> other = new ArrayList<>(List.of(
                segment + "=",
                segment + "==",
                segment + "===",
                segment + " ",
                segment + "\n",
                segment + "\r\n",
                segment + "\0",
                segment + "%3D",
                " " + segment,
                "\uFEFF" + segment,
                segment.toLowerCase(Locale.ROOT)));
        addIfOther(other, segment, segment.replace('-', '+').replace('_', '/'));
        addIfOther(other, segment, segment.replace('1', '\uFF11'));
        addIfOther(other, segment, segment.replace('0', '\u0660'));
        addIfOther(other, segment, segment.replace('K', '\u212A'));
        // The bits behind the last byte: a lenient decoder drops them.
        int last = URL_ALPHABET.indexOf(segment.charAt(segment.length() - 1));
        int spare = segment.length() % 4 == 2 ? 16 : segment.length() % 4 == 3 ? 4 : 1;
        for (int bits = 1; bits < spare; bits++) {
            other.add(segment.substring(0, segment.length() - 1) + URL_ALPHABET.charAt(last ^ bits));
        }
        return other;
    }

    private static void addIfOther(List<String> list, String segment, String spelling) {
        if (!spelling.equals(segment)) {
            list.add(spelling);
        }
    }

    @Test
    void hugeTextIsRefusedByItsLengthWithoutACopy() {
        String huge = "a".repeat(100_000_000);
        byte[] bytes = new byte[100_000_000];
        Arrays.fill(bytes, (byte) 'a');
        verifier.verify("warm.up.");
        long before = allocated();
        ReceiptCheck text = verifier.verify(huge);
        ReceiptCheck raw = verifier.verify(bytes);
        assertThat(allocated() - before).isLessThan(1_000_000);
        assertThat(Samples.code(text)).isEqualTo(Code.E_INVALID_FORMAT);
        assertThat(Samples.code(raw)).isEqualTo(Code.E_INVALID_FORMAT);
        assertThat(text.ref()).isEqualTo(raw.ref()).isEqualTo(Digest.of(bytes));
    }

    @Test
    void anOversizedTextHasTheNameOfItsUtf8Bytes() {
        for (String piece : List.of("é漢🚚", "🚚a", "\uD800x", "ab.c")) {
            String text = piece.repeat(150_000);
            assertThat(verifier.verify(text).ref()).isEqualTo(Digest.of(text.getBytes(StandardCharsets.UTF_8)));
        }
    }

    private static long allocated() {
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        return threads.getCurrentThreadAllocatedBytes();
    }

    private void refused(String text) {
        Samples.invalid(verifier.verify(text));
    }

    private void refused(byte[] text) {
        Samples.invalid(verifier.verify(text));
    }

    private static String compact(Wire wire) {
        return Samples.issuer(wire)
                .issue(ReceiptDraft.builder(Samples.RECEIPT_ID, Samples.NOW).build())
                .compact();
    }
}

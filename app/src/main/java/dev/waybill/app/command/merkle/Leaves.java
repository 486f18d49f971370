package dev.waybill.app.command.merkle;

import dev.waybill.app.cli.Argument;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.cli.Input;
import dev.waybill.app.cli.Line;
import dev.waybill.app.cli.Lines;
import dev.waybill.app.cli.Operand;
import dev.waybill.app.cli.Option;
import dev.waybill.base.Digest;
import dev.waybill.base.text.Shortened;
import dev.waybill.receipt.audit.Presented;
import dev.waybill.receipt.bundle.ReceiptLine;
import dev.waybill.receipt.merkle.MerkleTree;
import dev.waybill.receipt.merkle.SortedReceiptSet;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/// The receipts that a tree is made of: one `sha256:` reference or one receipt a line.
final class Leaves implements Argument {

    private static final int FIRST_CAPACITY = 1024;
    private static final int LONGEST_QUOTE = 80;

    /// How the leaves are arranged.
    enum Order {
        /// As PEAC commits: a set, sorted.
        SORTED,
        /// As a log grows: in the order given.
        COMMIT
    }

    private final Operand<String> file =
            Operand.text("FILE", "One sha256: reference or receipt per line; - is standard input (default: -).");
    private final Option<Order> order = Option.choice(
            "--order",
            "ORDER",
            "sorted, as PEAC commits, or commit, as the lines come (default: sorted).",
            List.of(Order.values()));

    private byte[] flat = new byte[FIRST_CAPACITY * Digest.LENGTH];
    private int count;

    @Override
    public void addTo(CommandSpec spec) {
        file.addTo(spec);
        order.addTo(spec);
    }

    /// Reads all leaves; each costs 32 bytes.
    Leaves read(Environment environment) throws IOException {
        try (Input input = Input.open(file.orElse("-"), environment)) {
            Lines lines = input.lines();
            for (@Nullable Line line = lines.next(); line != null; line = lines.next()) {
                add(line);
            }
        }
        if (count == 0) {
            throw Failure.unexpected(
                    file.orElse("-"), "at least one receipt", "none", "Put one reference or receipt on each line.");
        }
        return this;
    }

    private void add(Line line) {
        if (line instanceof Line.Text text && text.isBlank()) {
            return;
        }
        if (!(line instanceof Line.Text text)) {
            throw Failure.unexpected(
                    "line " + line.number(), "a reference or receipt", "a line that is too long", null);
        }
        if ((count + 1) * Digest.LENGTH > flat.length) {
            flat = Arrays.copyOf(flat, flat.length * 2);
        }
        digest(text).copyTo(flat, count++ * Digest.LENGTH);
    }

    private static Digest digest(Line.Text line) {
        String text = line.text().strip();
        if (text.startsWith(Digest.PREFIX)) {
            return reference(text, line.number());
        }
        byte[] jws = Presented.of(ReceiptLine.unwrap(line.bytes())).jws();
        if (!looksLikeReceipt(jws)) {
            throw Failure.unexpected(
                    "line " + line.number(),
                    "a sha256: reference or a receipt",
                    "\"" + Shortened.of(text, LONGEST_QUOTE, "") + "\"",
                    null);
        }
        return Digest.of(jws);
    }

    /// Three segments. A tree over other text would prove nothing that anybody signed.
    private static boolean looksLikeReceipt(byte[] jws) {
        int dots = 0;
        for (byte b : jws) {
            dots += b == '.' ? 1 : 0;
        }
        return dots == 2;
    }

    private static Digest reference(String text, long number) {
        return Digest.tryParse(text)
                .orElseThrow(() -> Failure.unexpected(
                        "line " + number, "sha256: and 64 lower-case hexadecimal digits", "\"" + text + "\"", null));
    }

    boolean isSorted() {
        return order.orElse(Order.SORTED) == Order.SORTED;
    }

    int count() {
        return count;
    }

    Digest root() {
        return isSorted() ? SortedReceiptSet.rootOfFlat(flat, count) : MerkleTree.rootOfFlat(flat, count);
    }

    MerkleTree tree() {
        return isSorted() ? SortedReceiptSet.treeOfFlat(flat, count) : MerkleTree.ofFlat(flat, count);
    }

    /// The position of a receipt in the tree.
    long indexOf(Digest receipt) {
        long index =
                isSorted() ? SortedReceiptSet.ofFlat(flat, count).indexOf(receipt) : indexInOrder(receipt.toBytes());
        if (index < 0) {
            throw new Failure(ExitCode.NO, "receipt_not_found", receipt + " is not among the receipts", null);
        }
        return index;
    }

    private long indexInOrder(byte[] digest) {
        for (int i = 0; i < count; i++) {
            int from = i * Digest.LENGTH;
            if (Arrays.equals(flat, from, from + Digest.LENGTH, digest, 0, Digest.LENGTH)) {
                return i;
            }
        }
        return -1;
    }
}

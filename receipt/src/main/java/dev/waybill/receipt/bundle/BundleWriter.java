package dev.waybill.receipt.bundle;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.audit.Presented;
import dev.waybill.receipt.code.Rejected;
import dev.waybill.receipt.key.KeySet;
import dev.waybill.receipt.merkle.InclusionProof;
import dev.waybill.receipt.workflow.WorkflowContext;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Writes a bundle as receipts come, in constant memory. The same input gives the same bytes.
///
/// The file appears at its place when [#finish()] returns; before that, and after a failure, there is none.
public final class BundleWriter implements Closeable {

    static final String RECEIPTS = "receipts.ndjson";
    static final String SUMMARIES = "summaries.ndjson";
    static final String KEYS = "keys.json";
    static final String PROOFS = "proofs.ndjson";
    static final String EVENTS = "events.ndjson";

    private final BundleKind kind;
    private final KeySet keys;
    private final NewFile file;
    private final ZipWriter zip;
    private final Spool summaries;
    private final Spool proofs;
    private final Spool events;
    private final Set<String> workflows = new LinkedHashSet<>();
    private long receipts;

    private BundleWriter(NewFile file, BundleKind kind, KeySet keys) throws IOException {
        this.kind = kind;
        this.keys = keys;
        this.file = file;
        this.zip = new ZipWriter(file.channel());
        this.summaries = new Spool(file.folder());
        this.proofs = new Spool(file.folder());
        this.events = new Spool(file.folder());
        zip.begin(RECEIPTS);
    }

    /// @param target where the bundle will stand; an existing file is replaced at the end
    /// @param keys the public keys that go along
    public static BundleWriter create(Path target, BundleKind kind, KeySet keys) throws IOException {
        NewFile file = new NewFile(target);
        try {
            return new BundleWriter(file, kind, keys);
        } catch (IOException e) {
            file.close();
            throw e;
        }
    }

    /// Adds a receipt or a summary as it was presented: a compact JWS, or `<JWS>~<disclosure>~`.
    /// What is not a well-formed receipt is kept as it is: evidence is not corrected.
    public void add(byte[] presented) throws IOException {
        checkLine(presented);
        Receipt receipt = decode(presented);
        if (receipt != null && receipt.summary() != null) {
            summaries.line(presented);
            return;
        }
        note(receipt == null ? null : receipt.workflow());
        receipts++;
        zip.writeLine(presented);
    }

    /// Adds a receipt that is known to be well formed.
    public void add(Receipt receipt) throws IOException {
        byte[] line = receipt.compact().getBytes(StandardCharsets.ISO_8859_1);
        if (receipt.summary() != null) {
            summaries.line(line);
            return;
        }
        note(receipt.workflow());
        receipts++;
        zip.writeLine(line);
    }

    /// Adds the proof that a receipt belongs to what its summary signs.
    public void prove(Digest receipt, InclusionProof proof) throws IOException {
        proofs.line(JsonWriter.compactBytes(
                JsonObject.of("receipt", receipt.toString()).with("proof", proof.toJson())));
    }

    /// Adds an event for readers; nothing is judged by it.
    public void event(JsonObject event) throws IOException {
        events.line(JsonWriter.compactBytes(event));
    }

    /// Completes the bundle and puts it in its place.
    public BundleManifest finish() throws IOException {
        zip.end();
        spooled(SUMMARIES, summaries);
        zip.file(KEYS, JsonWriter.pretty(keys.toJson()) + "\n");
        if (!proofs.isEmpty()) {
            spooled(PROOFS, proofs);
        }
        if (!events.isEmpty()) {
            spooled(EVENTS, events);
        }
        BundleManifest manifest =
                new BundleManifest(kind, receipts, workflows.stream().toList(), zip.files());
        zip.file(BundleManifest.NAME, JsonWriter.pretty(manifest.toJson()) + "\n");
        zip.finish();
        file.publish();
        return manifest;
    }

    private void spooled(String name, Spool spool) throws IOException {
        zip.begin(name);
        spool.copyTo(zip);
        zip.end();
    }

    private void note(@Nullable WorkflowContext context) {
        if (context != null && workflows.size() < BundleManifest.LISTED_WORKFLOWS) {
            workflows.add(context.workflowId().value());
        }
    }

    private static @Nullable Receipt decode(byte[] presented) {
        try {
            return Receipt.decode(Presented.of(presented).jws());
        } catch (Rejected _) {
            return null;
        }
    }

    private static void checkLine(byte[] line) {
        if (line.length == 0 || line.length > LineReader.LONGEST_LINE) {
            throw new IllegalArgumentException(
                    "expected a receipt of 1 byte to 1 MiB, found " + line.length + " bytes");
        }
        for (byte b : line) {
            if (b == '\n') {
                throw new IllegalArgumentException("a receipt is one line, found a line feed inside");
            }
        }
    }

    /// Removes what is unfinished.
    @Override
    public void close() throws IOException {
        try (file;
                summaries;
                proofs;
                events) {
            // Closing in this order leaves no temporary file behind.
        }
    }
}

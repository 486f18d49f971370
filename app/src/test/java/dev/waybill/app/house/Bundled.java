package dev.waybill.app.house;

import dev.waybill.receipt.Receipt;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/// What lies in a bundle.
public final class Bundled {

    private Bundled() {}

    /// The receipts of steps, in the order of the file.
    public static List<Receipt> receipts(Path bundle) throws IOException {
        try (ZipInputStream in = new ZipInputStream(Files.newInputStream(bundle))) {
            for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                if (entry.getName().equals("receipts.ndjson")) {
                    return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                            .lines()
                            .map(Receipt::decode)
                            .toList();
                }
            }
        }
        throw new IllegalArgumentException(bundle + " holds no receipts");
    }
}

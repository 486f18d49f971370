package dev.waybill.evidence.task;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonObject;
import dev.waybill.evidence.canonical.PythonJson;
import dev.waybill.evidence.read.JsonLines;
import dev.waybill.evidence.write.AppendLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/// One file of a ledger: lines that each carry the hash of the one before. Whoever writes holds the ledger's lock.
record LedgerFile(Path path) {

    static final String NO_HASH = Digest.PREFIX + "0".repeat(2 * Digest.LENGTH);

    /// Every line that can be read; one that a crash cut short is nobody's record.
    void forEach(Consumer<JsonObject> each) throws IOException {
        if (Files.exists(path)) {
            JsonLines.read(path, line -> line.json(), read -> {
                if (read instanceof JsonLines.Read.Good<JsonObject> good) {
                    each.accept(good.value());
                }
            });
        }
    }

    /// @param unhashed the members that the hash does not cover
    static String hash(JsonObject record, List<String> unhashed) {
        return Digest.of(PythonJson.compact(record, unhashed)).toString();
    }

    /// All lines in one write, on the disk when this returns.
    void append(List<JsonObject> records) throws IOException {
        try (AppendLog log = AppendLog.open(path, AppendLog.Sync.FORCED)) {
            log.append(records);
        }
    }
}

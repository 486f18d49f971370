package dev.waybill.evidence.task;

import dev.waybill.evidence.write.ProcessLock;
import java.io.IOException;
import java.nio.file.Path;

/// One writer of a ledger at a time.
record LedgerLock(ProcessLock lock) implements AutoCloseable {

    static LedgerLock of(Path folder) throws IOException {
        return new LedgerLock(ProcessLock.hold(folder, "ledger"));
    }

    @Override
    public void close() throws IOException {
        lock.close();
    }
}

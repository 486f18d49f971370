package dev.waybill.app.command.evidence;

import dev.waybill.app.cli.Argument;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.evidence.index.EvidenceIndex;
import dev.waybill.evidence.index.IndexedRecord;
import java.io.IOException;
import java.util.stream.Stream;

/// One way in which records leave the index: an option that asks for it, and what is then written.
interface ExportTarget extends Argument {

    /// Whether the command line asks for it.
    boolean isGiven();

    /// @param records at least one; read once, as there may be very many
    ExitCode write(EvidenceIndex index, Stream<IndexedRecord> records) throws IOException;
}

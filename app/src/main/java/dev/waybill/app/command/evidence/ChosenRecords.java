package dev.waybill.app.command.evidence;

import dev.waybill.app.cli.Argument;
import dev.waybill.app.cli.Option;
import dev.waybill.evidence.Field;
import dev.waybill.evidence.index.EvidenceIndex;
import dev.waybill.evidence.index.IndexedRecord;
import dev.waybill.evidence.index.Named;
import dev.waybill.evidence.write.ExportRefused;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;

/// Which records are meant: those of one chain, or all.
final class ChosenRecords implements Argument {

    private static final int NEAR = 3;

    private final Option<String> correlation =
            Option.text("--correlation", "ID", "Only the records of this chain: its id, or a unique prefix.");

    /// @throws ExportRefused when there is none
    Stream<IndexedRecord> of(EvidenceIndex index) {
        String chain = correlation.value();
        if (chain != null) {
            return chain(index, chain).stream();
        }
        if (index.size() == 0) {
            throw nothing("the index holds no records");
        }
        return index.records();
    }

    private static List<IndexedRecord> chain(EvidenceIndex index, String text) {
        List<IndexedRecord> exact = index.by(Field.CORRELATION, text);
        if (!exact.isEmpty()) {
            return exact;
        }
        List<String> names = text.isEmpty() ? List.of() : index.prefix(Named.CORRELATION, text, NEAR);
        if (names.size() == 1) {
            return index.by(Field.CORRELATION, names.getFirst());
        }
        List<String> near = names.isEmpty() ? index.near(Named.CORRELATION, text, NEAR) : names;
        throw nothing("expected the id of one chain, found \"" + text + "\", which is "
                + (names.isEmpty() ? "none" : "the beginning of several")
                + (near.isEmpty() ? "" : "; near it: " + String.join(", ", near)));
    }

    private static ExportRefused nothing(String message) {
        return new ExportRefused(ExportRefused.Reason.NOTHING_TO_EXPORT, message);
    }

    @Override
    public void addTo(CommandSpec spec) {
        correlation.addTo(spec);
    }
}

package dev.waybill.app.command.evidence;

import dev.waybill.app.cli.CommonOptions;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Output;
import dev.waybill.base.json.JsonObject;
import dev.waybill.evidence.EvidenceRecord;
import dev.waybill.view.text.Count;
import dev.waybill.view.text.SafeText;
import java.nio.file.Path;
import java.util.List;

/// A pack or an export that was written, and what is said about it.
///
/// @param records what it was made of
/// @param receipts how many receipts it holds or names
/// @param details what else there is to say, under the names that programs read
record WrittenExport(Path path, List<EvidenceRecord> records, long receipts, JsonObject details) {

    WrittenExport with(String name, String value) {
        return new WrittenExport(path, records, receipts, details.with(name, value));
    }

    /// Whoever hands records on, or signs for them, must know which are broken where they come from.
    private long broken() {
        return records.stream().filter(record -> record.integrity().isBroken()).count();
    }

    ExitCode tell(Environment environment, CommonOptions common) {
        long broken = broken();
        JsonObject.Builder answer =
                JsonObject.builder().put("path", path.toString()).put("receipts", receipts);
        details.members().forEach(answer::put);
        new Output(environment, common.json())
                .answer(answer.put("broken", broken).build(), out -> {
                    out.println("wrote " + SafeText.of(path.toString()) + " with " + Count.of(receipts, "receipt"));
                    details.members()
                            .forEach((name, value) -> out.println(SafeText.of("  " + name.replace('_', ' ') + ": "
                                    + value.asString().orElseGet(value::toString))));
                    if (broken > 0) {
                        out.println("  broken at their source: " + broken);
                    }
                });
        return broken == 0 ? ExitCode.YES : ExitCode.TAMPERED;
    }
}

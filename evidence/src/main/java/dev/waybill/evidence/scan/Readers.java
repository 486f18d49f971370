package dev.waybill.evidence.scan;

import dev.waybill.evidence.RecordFormat;
import dev.waybill.evidence.read.EvidenceReader;
import dev.waybill.evidence.read.SourceFile;
import dev.waybill.evidence.read.agentmesh.BoardReader;
import dev.waybill.evidence.read.agentmesh.CanaryReader;
import dev.waybill.evidence.read.agentmesh.CapsuleReader;
import dev.waybill.evidence.read.agentmesh.CommitLinesReader;
import dev.waybill.evidence.read.agentmesh.EventsReader;
import dev.waybill.evidence.read.agentmesh.GitLogReader;
import dev.waybill.evidence.read.agentmesh.GitReader;
import dev.waybill.evidence.read.agentmesh.KeyReader;
import dev.waybill.evidence.read.agentmesh.MeshpackReader;
import dev.waybill.evidence.read.agentmesh.RowsReader;
import dev.waybill.evidence.read.agentmesh.WitnessFileReader;
import dev.waybill.evidence.read.assay.AssayCounterReader;
import dev.waybill.evidence.read.assay.AssayStoreReader;
import dev.waybill.evidence.read.assay.EvidenceZipReader;
import dev.waybill.evidence.read.assay.ProofPackReader;
import dev.waybill.evidence.read.ccio.EpisodeExportReader;
import dev.waybill.evidence.read.cloudevents.CloudEventReader;
import dev.waybill.evidence.read.plain.PlainReader;
import dev.waybill.evidence.read.quintet.PolicyChangesReader;
import dev.waybill.evidence.read.waybill.ExportedLinesReader;
import dev.waybill.evidence.read.waybill.WaybillBundleReader;
import dev.waybill.evidence.read.waybill.WaybillEvent;
import dev.waybill.evidence.read.waybill.WaybillReceipt;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// All readers, in the order in which they are asked: those who know a layout by name first, the one who takes any
/// lines of JSON last.
public final class Readers {

    /// A pack that claims to come from the future is told by the time of this machine.
    private static final InstantSource CLOCK = InstantSource.system();

    private static final List<EvidenceReader> ALL = List.of(
            new ProofPackReader(CLOCK),
            new CanaryReader(),
            new GitReader(),
            new BoardReader(),
            new MeshpackReader(),
            new EvidenceZipReader(),
            new WaybillBundleReader(CLOCK),
            new AssayCounterReader(),
            new ExportedLinesReader(Readers::formats),
            new CloudEventReader(Readers::formats),
            new KeyReader(),
            new WitnessFileReader(),
            new CapsuleReader(),
            new EventsReader(),
            WaybillReceipt.LINES,
            WaybillEvent.LINES,
            new AssayStoreReader(),
            new RowsReader(),
            new CommitLinesReader(),
            new GitLogReader(),
            new PolicyChangesReader(),
            new EpisodeExportReader(),
            new PlainReader());

    private Readers() {}

    public static List<EvidenceReader> all() {
        return ALL;
    }

    /// Who reads a file or folder; nobody, when no layout is known.
    public static Optional<EvidenceReader> of(SourceFile file) {
        return ALL.stream().filter(reader -> reader.recognises(file)).findFirst();
    }

    /// The formats of all records that the readers give, by name.
    public static Map<String, RecordFormat> formats() {
        Map<String, RecordFormat> formats = new LinkedHashMap<>();
        ALL.stream().flatMap(reader -> reader.formats().stream()).forEach(format -> formats.put(format.name(), format));
        return formats;
    }
}

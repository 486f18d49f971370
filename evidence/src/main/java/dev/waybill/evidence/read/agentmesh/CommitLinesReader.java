package dev.waybill.evidence.read.agentmesh;

import dev.waybill.evidence.RecordFormat;
import dev.waybill.evidence.read.EvidenceReader;
import dev.waybill.evidence.read.JsonLines;
import dev.waybill.evidence.read.RecordSink;
import dev.waybill.evidence.read.SourceFile;
import dev.waybill.evidence.read.Understood;
import java.io.IOException;
import java.util.List;

/// Commits that somebody took out of git, one a line, with their files and patch ids.
public final class CommitLinesReader implements EvidenceReader {

    @Override
    public List<RecordFormat> formats() {
        return List.of(CommitRecord.FORMAT);
    }

    @Override
    public boolean recognises(SourceFile file) {
        return !file.isDirectory()
                && file.name().endsWith(".jsonl")
                && file.mentions("sha", "message")
                && !file.mentions("event_id");
    }

    @Override
    public void read(SourceFile file, RecordSink sink) throws IOException {
        Commits commits = new Commits(file, sink);
        JsonLines.read(
                file.path(),
                line -> commits.judged(line.json(), Understood.of(CommitRecord.FORMAT, line, file)),
                commits::give);
    }
}

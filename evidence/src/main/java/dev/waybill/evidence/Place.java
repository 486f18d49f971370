package dev.waybill.evidence;

import org.jspecify.annotations.Nullable;

/// Where a record lies.
///
/// @param root the folder or file that was asked for: one store of one system
/// @param file the path below it as people know it, `agentmesh/events.jsonl`
/// @param entry the part of an archive or the table of a database; null for a plain file
/// @param line the line or row, from 1; 0 when the record is the whole file or entry
public record Place(String root, String file, @Nullable String entry, long line) {

    @Override
    public String toString() {
        String where = entry == null ? file : file + "!" + entry;
        return line == 0 ? where : where + ":" + line;
    }
}

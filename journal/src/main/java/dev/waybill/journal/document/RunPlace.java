package dev.waybill.journal.document;

import dev.waybill.journal.RunId;

/// Where a run wrote a version of a document.
///
/// @param path the run's place among those that share the shelf; `""` for one that nobody handed anything over to
/// @param sequence the event that tells of it
public record RunPlace(RunId run, String path, long sequence) {}

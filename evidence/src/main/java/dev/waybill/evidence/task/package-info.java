/// Tasks from planned to merged, as a ledger of flat files in AgentMesh's layout: transitions, weave rows, checkpoints,
/// the bridge to Assay, and receipts of policy changes.
@NullMarked
package dev.waybill.evidence.task;

import org.jspecify.annotations.NullMarked;

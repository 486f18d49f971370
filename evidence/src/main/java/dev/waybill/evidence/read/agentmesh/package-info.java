/// What AgentMesh leaves behind: its log, its board, packs, canary bundles, and the witnesses of its commits.
///
/// Everything is read as it lies there; nothing is ever created beside it.
@NullMarked
package dev.waybill.evidence.read.agentmesh;

import org.jspecify.annotations.NullMarked;

package dev.waybill.runtime.check;

import dev.waybill.engine.decide.Limits;
import dev.waybill.engine.node.NodeTypes;

/// What it takes to decide runs once more.
///
/// @param types all that the runs used: a run with others is left alone
/// @param engineVersion runs of other versions are left alone, which may have decided otherwise
public record Repetition(NodeTypes types, Limits limits, String engineVersion) {}

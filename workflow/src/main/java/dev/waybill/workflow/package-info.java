/// What authors write: graph definitions, read into types that check themselves, compiled and pinned by digest.
/// A bad definition lists all of its errors, each with a JSON pointer and a hint. Which node types exist, and
/// what a run does with a definition, is the engine's business. No I/O, no clock, no chance.
@NullMarked
package dev.waybill.workflow;

import org.jspecify.annotations.NullMarked;

/// The compatibility matrix of the Evidence Wire Protocol, T1 to T8, as one suite that anybody can run:
///
///     mvn -pl app -am test -Dtest='dev.waybill.app.command.evidence.matrix.*Test' \
///         -Dsurefire.failIfNoSpecifiedTests=false
///
/// Every check sees what a user sees: files go in, `waybill evidence …` runs, JSON and an exit code come out. And every
/// promise is broken on purpose, to show that the breach is told, under a code of its own.
///
/// | Check | What it promises | What must be caught |
/// |---|---|---|
/// | T1 | one bridge receipt at a task's end names task, episode, origin | a line changed, forged, gone, moved |
/// | T2 | a weave row for each transition, numbered over all writers | a row gone, renumbered, of another episode |
/// | T3 | what `assay` printed is stored as printed, or why it failed | a number that is spelled anew |
/// | T4 | a recommendation keeps nine members; its parents are known episodes | an unknown or foreign parent |
/// | T5 | an export of episodes comes back with its chain and qualified receipts | a wrong count, no id, twins |
/// | T6 | a chain over five files is whole, in order and sound | circles, orphans, prefixes, twins, clocks |
/// | T7 | members that nobody knows survive every way through | such a member changed or gone in a pack |
/// | T8 | records without any envelope are read, answer, come out byte for byte | one of them changed |
/// | Extra | a missing version warns, a later one is flagged, CCOI is read only | |
@NullMarked
package dev.waybill.app.command.evidence.matrix;

import org.jspecify.annotations.NullMarked;

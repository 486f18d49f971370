/// The compatibility matrix of the Evidence Wire Protocol, T1 to T8, as one suite that anybody can run:
///
///     mvn -pl app -am test -Dtest='dev.waybill.app.command.evidence.matrix.*Test' -Dsurefire.failIfNoSpecifiedTests=false
///
/// Every check sees only what a user sees: files go in, `waybill evidence …` runs, JSON and an exit code come out. And
/// every promise is broken once on purpose, to show that the breach is told, under a code of its own.
///
/// | Check | What it promises | What must be caught |
/// |---|---|---|
/// | T1 | a task's end has one bridge receipt that names task, episode and origin; the log is one hash chain | a changed byte, a line that is gone, two that changed places |
/// | T2 | each transition has a weave row of its episode, numbered without a gap, whoever else writes | a row that is gone, renumbered, or of another episode |
/// | T3 | what `assay` printed is stored as printed; where it fails, the reason is | another exit code, no JSON, no answer in time |
/// | T4 | a recommendation keeps its nine members and the order of its parents; each parent is a known episode | a parent that no file holds |
/// | T5 | an export of episodes comes back with its correlation id and with `ccio:` before each bare receipt | an export whose count is wrong |
/// | T6 | a chain over several files is whole, in order and sound | cycles, orphans, wrong prefixes, twins, clocks, foreign chains |
/// | T7 | members that nobody knows survive every way through | – |
/// | T8 | records without any envelope read, answer and come out byte for byte | – |
/// | Extra | a missing version warns, an unknown one is kept and flagged, CCOI is read and never rewritten | – |
@NullMarked
package dev.waybill.app.command.evidence.matrix;

import org.jspecify.annotations.NullMarked;

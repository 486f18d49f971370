/// The lifecycle of tasks as a view over runs: which run is an attempt at which task, and when it brought the task into
/// which state. Nothing is stored here; the ledger of `evidence.task` writes it down for others.
@NullMarked
package dev.waybill.evidence.lifecycle;

import org.jspecify.annotations.NullMarked;

/// The workflow claims of PEAC: identifiers, the context in each receipt, the summary of a run.
/// Values check themselves; the codes and their order are those of the specification.
@NullMarked
package dev.waybill.receipt.workflow;

import org.jspecify.annotations.NullMarked;

/// Records that several systems wrote, seen as one: who they are about, what they depend on, where they lie and whether
/// they can be trusted.
///
/// Files go through a reader into records, records into an index, and a query reads from there what it needs. Nothing
/// is ever written into a file that another system owns.
@NullMarked
package dev.waybill.evidence;

import org.jspecify.annotations.NullMarked;

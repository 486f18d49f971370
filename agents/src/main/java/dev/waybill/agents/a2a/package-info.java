/// Work that goes to agents on other hosts by A2A: the node types of the ecosystem, and workers of a dispatch that are
/// elsewhere.
///
/// An execution has one message id, so that a message that is sent twice is one task; what waits here waits as state,
/// and a cancelled run takes its task there along.
@NullMarked
package dev.waybill.agents.a2a;

import org.jspecify.annotations.NullMarked;

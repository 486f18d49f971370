/// A2A at `/a2a`: other agents hand work to workflows of this host. A skill is a workflow, a task is a run.
///
/// What a run is and who may see it is decided below; here its words become those of the protocol, in the spelling of
/// 0.3 and in that of 1.0.
@NullMarked
package dev.waybill.doors.a2a;

import org.jspecify.annotations.NullMarked;

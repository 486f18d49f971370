/// The one shape of "no": what kind, a stable code, what is wrong, what to do next, details for programs. Every room
/// says its refusals in it, and each door translates the kinds once: into an exit code, an HTTP status, an answer to an
/// agent.
@NullMarked
package dev.waybill.base.refusal;

import org.jspecify.annotations.NullMarked;

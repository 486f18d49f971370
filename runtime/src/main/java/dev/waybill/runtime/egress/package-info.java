/// The one way out: every HTTP request that a run, an agent or a delivery makes is judged here.
@NullMarked
package dev.waybill.runtime.egress;

import org.jspecify.annotations.NullMarked;

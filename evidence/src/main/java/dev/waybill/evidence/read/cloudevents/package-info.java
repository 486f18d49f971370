/// Events that systems put on a bus, as CloudEvents 1.0.
@NullMarked
package dev.waybill.evidence.read.cloudevents;

import org.jspecify.annotations.NullMarked;

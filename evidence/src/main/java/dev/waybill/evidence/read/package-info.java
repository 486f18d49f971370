/// How files become records: one small reader for each layout, behind one port.
@NullMarked
package dev.waybill.evidence.read;

import org.jspecify.annotations.NullMarked;

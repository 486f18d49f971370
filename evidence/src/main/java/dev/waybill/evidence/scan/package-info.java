/// Which readers there are, and how they are led through folders.
@NullMarked
package dev.waybill.evidence.scan;

import org.jspecify.annotations.NullMarked;

/// Who is let in, and who is not.
@NullMarked
package dev.waybill.doors.http;

import org.jspecify.annotations.NullMarked;

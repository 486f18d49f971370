/// Requests from outside that start runs: `/hooks/{tenant}/{path}`.
@NullMarked
package dev.waybill.doors.hook;

import org.jspecify.annotations.NullMarked;

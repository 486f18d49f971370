/// What the command line of an operator asks a host for beyond OpenWOP: pages about runs, made here and shown there.
@NullMarked
package dev.waybill.doors.desk;

import org.jspecify.annotations.NullMarked;

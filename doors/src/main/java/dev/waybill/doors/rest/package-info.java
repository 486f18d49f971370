/// REST as OpenWOP has it: a table of routes that is data, one small handler for each, one shape of refusal.
@NullMarked
package dev.waybill.doors.rest;

import org.jspecify.annotations.NullMarked;

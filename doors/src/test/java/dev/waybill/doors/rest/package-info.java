@NullMarked
package dev.waybill.doors.rest;

import org.jspecify.annotations.NullMarked;

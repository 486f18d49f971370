/// The house itself: the launcher, the frame of the command line, the promises of the README.
@NullMarked
package dev.waybill.app.house;

import org.jspecify.annotations.NullMarked;

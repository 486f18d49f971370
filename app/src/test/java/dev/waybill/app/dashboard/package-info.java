/// The dashboard in a real browser, over a real `waybill serve`.
@NullMarked
package dev.waybill.app.dashboard;

import org.jspecify.annotations.NullMarked;

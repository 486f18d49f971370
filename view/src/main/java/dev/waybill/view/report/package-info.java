/// From an audit's report to what people look at: words, drawings, a page.
@NullMarked
package dev.waybill.view.report;

import org.jspecify.annotations.NullMarked;

/// A real browser, for whoever looks at pages: tests, and the benchmark of the dashboard.
@NullMarked
package dev.waybill.testkit.browser;

import org.jspecify.annotations.NullMarked;

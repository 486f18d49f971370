/// Benchmarks with their yardstick in the same run: what Waybill does, against the cost that nobody can
/// avoid (a signature, a hash, a start without a cache).
@NullMarked
package dev.waybill.bench;

import org.jspecify.annotations.NullMarked;

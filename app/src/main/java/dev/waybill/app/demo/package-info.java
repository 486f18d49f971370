/// The story that `waybill demo` tells: a small team of agents at work in a real run, and the proof of it.
@NullMarked
package dev.waybill.app.demo;

import org.jspecify.annotations.NullMarked;

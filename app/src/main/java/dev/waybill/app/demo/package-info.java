/// The story that `waybill demo` tells: a small team of agents, a hand-over, and the proof of it.
@NullMarked
package dev.waybill.app.demo;

import org.jspecify.annotations.NullMarked;

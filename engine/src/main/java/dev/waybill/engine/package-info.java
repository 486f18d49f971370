/// What a run is, as pure functions: `decide` gives events, `evolve` folds them, `attest` says what is signed.
/// Time, ids and chance come in through commands; threads, sockets and SQL stay outside.
@NullMarked
package dev.waybill.engine;

import org.jspecify.annotations.NullMarked;

/// The nodes of packs whose code is JavaScript. It runs in another process, the part `packs-js`; here is what that
/// process is given, what it may ask for, and what becomes of its answers.
@NullMarked
package dev.waybill.agents.packjs;

import org.jspecify.annotations.NullMarked;

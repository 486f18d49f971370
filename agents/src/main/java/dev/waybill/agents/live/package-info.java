/// Agents of packs at work: which model, which prompt, which tools, what they remember, what became of it.
@NullMarked
package dev.waybill.agents.live;

import org.jspecify.annotations.NullMarked;

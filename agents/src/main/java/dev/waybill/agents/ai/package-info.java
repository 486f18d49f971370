/// Nodes that ask a model: chat, structured output, tools, prompts, classification, extraction, vectors.
@NullMarked
package dev.waybill.agents.ai;

import org.jspecify.annotations.NullMarked;

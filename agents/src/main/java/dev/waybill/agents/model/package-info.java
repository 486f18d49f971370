/// The port to language models: what is asked, what comes back, what may go wrong. Who answers is a [ModelProvider].
@NullMarked
package dev.waybill.agents.model;

import org.jspecify.annotations.NullMarked;

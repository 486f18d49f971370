/// Prompts with a name: where one is looked for, what the record says about that, and how its text is put together.
@NullMarked
package dev.waybill.agents.prompt;

import org.jspecify.annotations.NullMarked;

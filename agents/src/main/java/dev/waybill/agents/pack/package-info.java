/// Packs of agents, as the ecosystem ships them: a folder with a `pack.json`, prompts and schemas. They are data: read
/// with all their errors, pinned by digest, never run. What an agent does is in `live`.
@NullMarked
package dev.waybill.agents.pack;

import org.jspecify.annotations.NullMarked;

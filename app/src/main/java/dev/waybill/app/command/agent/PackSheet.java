package dev.waybill.app.command.agent;

import dev.waybill.agents.pack.AgentManifest;
import dev.waybill.agents.pack.Pack;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;

/// What is told of a pack.
final class PackSheet {

    private PackSheet() {}

    static JsonObject json(Pack pack, String source) {
        return JsonObject.of("name", pack.name())
                .with("version", pack.version())
                .with("digest", pack.digest().toString())
                .with("signed", pack.signed())
                .withIfPresent("source", source.isEmpty() ? null : source)
                .with(
                        "agents",
                        JsonArray.ofStrings(pack.agents().stream()
                                .map(AgentManifest::agentId)
                                .toList()))
                .with("nodeTypes", JsonArray.ofStrings(pack.nodeTypes()));
    }
}

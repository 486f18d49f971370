package dev.waybill.agents.pack;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonObject;
import java.util.ArrayList;
import java.util.List;

/// A pack that was read and found sound.
///
/// @param digest names all of its files
/// @param signed whether it brings a signature; who made that is another question
/// @param nodeTypes the type ids of its nodes, which are programs that this host does not run from a pack
public record Pack(
        JsonObject json,
        Digest digest,
        boolean signed,
        List<AgentManifest> agents,
        List<PromptTemplate> prompts,
        List<String> nodeTypes) {

    public Pack {
        agents = List.copyOf(agents);
        prompts = List.copyOf(prompts);
        nodeTypes = List.copyOf(nodeTypes);
    }

    public String name() {
        return json.string("name").orElseThrow();
    }

    public String version() {
        return json.string("version").orElseThrow();
    }

    /// What it needs of a host, all or nothing.
    public List<String> required() {
        return peers(false);
    }

    /// What it can do without.
    public List<String> optional() {
        return peers(true);
    }

    private List<String> peers(boolean optional) {
        JsonObject meta = json.object("peerDependenciesMeta").orElse(JsonObject.EMPTY);
        List<String> keys = new ArrayList<>();
        for (String key :
                json.object("peerDependencies").orElse(JsonObject.EMPTY).names()) {
            boolean dispensable = meta.object(key).orElse(JsonObject.EMPTY).get("optional") == JsonBool.TRUE;
            if (dispensable == optional) {
                keys.add(key);
            }
        }
        return keys;
    }
}

package dev.waybill.evidence.read.agentmesh;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// The trailers that one `git commit` under AgentMesh left in a message.
///
/// A squash merge puts several messages into one. A name that may stand only once and comes again begins the next
/// block, so that the parts of two witnesses are never mixed.
record WitnessBlock(Map<String, String> trailers, List<String> chunks) {

    static final String EPISODE = "episode";
    static final String KEY_ID = "keyid";
    static final String WITNESS = "witness";
    static final String SIGNATURE = "sig";
    static final String ENCODING = "witness-encoding";
    static final String CHUNK_COUNT = "witness-chunk-count";

    private static final String CHUNK = "witness-chunk";
    private static final String PREFIX = "agentmesh-";

    /// Nobody squashes more commits than this into one; the message of a longer one is no evidence.
    private static final int MOST_BLOCKS = 1_000;

    /// The blocks of a message in their order; those that speak of no witness are left out.
    static List<WitnessBlock> of(String message) {
        List<WitnessBlock> blocks = new ArrayList<>();
        WitnessBlock current = new WitnessBlock(new LinkedHashMap<>(), new ArrayList<>());
        for (String line : message.lines().map(String::strip).toList()) {
            int colon = line.indexOf(':');
            if (colon < 0 || !line.regionMatches(true, 0, PREFIX, 0, PREFIX.length())) {
                continue;
            }
            String name = line.substring(PREFIX.length(), colon).toLowerCase(Locale.ROOT);
            String value = line.substring(colon + 1).strip();
            if (name.equals(CHUNK)) {
                current.chunks.add(value);
                continue;
            }
            if (current.trailers.containsKey(name)) {
                blocks.add(current);
                current = new WitnessBlock(new LinkedHashMap<>(), new ArrayList<>());
            }
            current.trailers.put(name, value);
        }
        blocks.add(current);
        return blocks.stream()
                .filter(block -> block.trailers.containsKey(WITNESS) || block.trailers.containsKey(SIGNATURE))
                .limit(MOST_BLOCKS)
                .toList();
    }

    Optional<String> trailer(String name) {
        return Optional.ofNullable(trailers.get(name)).filter(text -> !text.isEmpty());
    }
}

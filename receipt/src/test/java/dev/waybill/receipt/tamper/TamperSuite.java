package dev.waybill.receipt.tamper;

import dev.waybill.receipt.audit.Keys;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/// All files of the suite: `specs/tamper` holds exactly these.
final class TamperSuite {

    private TamperSuite() {}

    static List<Attack> attacks() {
        return Stream.of(
                        SignedLies.list(),
                        SignedEnds.list(),
                        Rewrites.list(),
                        OnTheWay.list(),
                        InTheContainer.list(),
                        BesideTheRun.list(),
                        OtherPeoplesKeys.list())
                .flatMap(List::stream)
                .toList();
    }

    static Map<String, byte[]> files() {
        Map<String, byte[]> files = new TreeMap<>();
        files.put("keys.json", Attack.pretty(Keys.known().toJson()));
        files.put(
                "anchors.jsonl",
                Attack.lines(List.of(Scene.witnessed(Scene.run().summary()).line())));
        for (Attack attack : attacks()) {
            attack.files().forEach((path, content) -> {
                if (files.put(path, content) != null) {
                    throw new IllegalStateException("two attacks are called " + path);
                }
            });
        }
        return files;
    }
}

package dev.waybill.packsjs;

import dev.waybill.base.json.JsonObject;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/// Runs nodes of packs for a host, which writes lines of JSON to the standard input and reads them from the standard
/// output. One call at a time; each in a context of its own that is gone afterwards.
///
/// The host trusts nothing that is said here: it bounds this process in time and memory, and judges by itself what a
/// pack may ask for.
public final class Main {

    private final Link link;
    private final Sandbox sandbox = new Sandbox();
    private final Map<String, Code> packs = new LinkedHashMap<>();

    private Main(Link link) {
        this.link = link;
    }

    public static void main(String[] arguments) throws IOException {
        Link link = Link.ofProcess();
        Main main = new Main(link);
        main.sandbox.warmUp();
        link.send(JsonObject.builder().put("type", "ready").build());
        main.serve();
    }

    private void serve() throws IOException {
        while (true) {
            JsonObject message = link.receive();
            switch (message.string("type").orElse("")) {
                case "pack" -> {
                    Code code = Code.of(message);
                    packs.put(code.digest(), code);
                }
                case "call" -> link.send(answer(message));
                default -> throw new IOException("unexpected message " + message.string("type"));
            }
        }
    }

    private JsonObject answer(JsonObject message) {
        Code code = packs.get(message.string("pack").orElse(""));
        if (code == null) {
            return Failures.of("pack_unknown", "the pack was not handed over");
        }
        link.watch(message);
        try {
            return sandbox.run(code, message, link);
        } finally {
            link.unwatch();
        }
    }
}

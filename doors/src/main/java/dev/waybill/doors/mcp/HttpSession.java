package dev.waybill.doors.mcp;

import dev.waybill.base.Base64Url;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// A session id that needs no memory: random bytes, and the name that the client gave itself. So any server of the
/// same store knows who speaks. It gives no rights; those come from the API key.
final class HttpSession {

    private static final int RANDOM_BYTES = 16;

    private HttpSession() {}

    static String begin(Optional<String> agent, RandomGenerator random) {
        byte[] unique = new byte[RANDOM_BYTES];
        random.nextBytes(unique);
        String name = Base64Url.encode(agent.orElse("").getBytes(StandardCharsets.UTF_8));
        return Base64Url.encode(unique) + "." + name;
    }

    /// The client's name in a session id; empty when it is not one of ours or names nobody.
    static Optional<String> agent(String session) {
        int dot = session.indexOf('.');
        if (dot < 0) {
            return Optional.empty();
        }
        try {
            byte[] name = Base64Url.decode(session.substring(dot + 1));
            return Optional.of(ClientName.clean(new String(name, StandardCharsets.UTF_8)))
                    .filter(text -> !text.isEmpty());
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }
}

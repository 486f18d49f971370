package dev.waybill.agents.mcp;

import dev.waybill.agents.mcp.McpTrouble.Kind;
import dev.waybill.agents.process.ProcessTree;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.node.ActivityCall;
import dev.waybill.runtime.egress.Seam;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// One configured server and the sessions with it. Each call has a session to itself, so that a call that is cancelled
/// or takes too long can be ended for real, by ending its session, and no other call notices. Sessions that are in
/// order afterwards wait for the next call.
final class McpServer implements AutoCloseable {

    /// Starting a program may mean installing it.
    static final Duration TO_OPEN = Duration.ofSeconds(60);

    private static final Duration TO_STIR = Duration.ofSeconds(5);

    private static final int MOST_IDLE = 4;
    private static final int MOST_PAGES = 100;

    private final String name;
    private final JsonObject written;
    private final UnaryOperator<String> secret;
    private final Deque<McpLink> idle = new ArrayDeque<>();
    private final Set<McpLink> open = new LinkedHashSet<>();
    private final Map<String, Boolean> repeatable = new ConcurrentHashMap<>();
    private boolean closed;

    McpServer(String name, JsonObject written, UnaryOperator<String> secret) {
        this.name = name;
        this.written = written;
        this.secret = secret;
    }

    String name() {
        return name;
    }

    /// Asks for something on behalf of an activity, until it is cancelled.
    JsonObject ask(McpRequest request, Carriage carried, Duration patience, ActivityCall within)
            throws McpTrouble, InterruptedException {
        McpLink link = taken();
        try (ActivityCall.Hook _ = within.onCancel(link)) {
            return answered(link, request, carried, patience);
        }
    }

    /// Asks on behalf of nobody in particular.
    JsonObject ask(McpRequest request, Duration patience) throws McpTrouble, InterruptedException {
        return answered(taken(), request, Carriage.NOTHING, patience);
    }

    private JsonObject answered(McpLink link, McpRequest request, Carriage carried, Duration patience)
            throws McpTrouble, InterruptedException {
        boolean inOrder = false;
        try {
            JsonObject answer = link.ask(request, carried, patience);
            inOrder = true;
            return answer;
        } catch (McpTrouble trouble) {
            inOrder = trouble.isAnswer();
            throw trouble;
        } finally {
            giveBack(link, inOrder);
        }
    }

    /// Who the server says it is.
    JsonObject greet(Duration patience) throws McpTrouble, InterruptedException {
        McpLink link = taken();
        boolean inOrder = false;
        try {
            link.ask(new McpRequest.Ping(), Carriage.NOTHING, patience);
            inOrder = true;
            return link.server();
        } finally {
            giveBack(link, inOrder);
        }
    }

    /// All tools, whatever pages they come on.
    List<JsonObject> tools(Duration patience) throws McpTrouble, InterruptedException {
        List<JsonObject> tools = new ArrayList<>();
        String cursor = null;
        for (int page = 0; page < MOST_PAGES; page++) {
            JsonObject answer = ask(new McpRequest.ListTools(cursor), patience);
            for (JsonValue tool : answer.array("tools").orElse(JsonArray.EMPTY)) {
                tool.asObject().ifPresent(tools::add);
            }
            cursor = answer.string("nextCursor").orElse(null);
            if (cursor == null) {
                break;
            }
        }
        return tools;
    }

    /// Whether the server says of a tool that calling it twice does no more than calling it once. It is asked once:
    /// when it matters, the server may be gone.
    boolean isRepeatable(String tool, Duration patience) throws McpTrouble, InterruptedException {
        Boolean known = repeatable.get(tool);
        if (known == null) {
            known = hints(tool, patience)
                    .filter(it -> it.get("readOnlyHint") == JsonBool.TRUE || it.get("idempotentHint") == JsonBool.TRUE)
                    .isPresent();
            repeatable.put(tool, known);
        }
        return known;
    }

    private Optional<JsonObject> hints(String tool, Duration patience) throws McpTrouble, InterruptedException {
        return tools(patience).stream()
                .filter(it -> it.string("name").orElse("").equals(tool))
                .flatMap(it -> it.object("annotations").stream())
                .findFirst();
    }

    private McpLink taken() throws McpTrouble, InterruptedException {
        Seam.MCP.pass();
        McpLink waiting = waiting();
        return waiting == null ? opened() : waiting;
    }

    /// A dead one is taken away: the next call starts the server again. It is asked whether it lives before it is given
    /// anything to do, since afterwards nobody could tell whether it had done it.
    private @Nullable McpLink waiting() throws McpTrouble, InterruptedException {
        while (true) {
            McpLink link;
            synchronized (this) {
                if (closed) {
                    throw new McpTrouble(Kind.UNAVAILABLE, "this host is going down");
                }
                link = idle.pollFirst();
            }
            if (link == null || isThere(link)) {
                return link;
            }
            synchronized (this) {
                open.remove(link);
            }
            link.close();
        }
    }

    private static boolean isThere(McpLink link) throws InterruptedException {
        try {
            link.ask(new McpRequest.Ping(), Carriage.NOTHING, TO_STIR);
            return link.isAlive();
        } catch (McpTrouble _) {
            return false;
        }
    }

    private McpLink opened() throws McpTrouble, InterruptedException {
        McpLink link = link();
        boolean late;
        synchronized (this) {
            late = closed;
            if (!late) {
                open.add(link);
            }
        }
        if (late) {
            link.close();
            throw new McpTrouble(Kind.UNAVAILABLE, "this host is going down");
        }
        return link;
    }

    private McpLink link() throws McpTrouble, InterruptedException {
        return switch (ServerSettings.read(name, written)) {
            case ServerSettings.Program program -> SdkLink.program(started(program), version(), TO_OPEN);
            case ServerSettings.Address address ->
                SdkLink.address(address.url(), ServerSettings.resolved(address.headers(), secret), version(), TO_OPEN);
        };
    }

    private ProcessTree started(ServerSettings.Program program) throws McpTrouble {
        try {
            return ProcessTree.start(
                    program.command(), ServerSettings.resolved(program.variables(), secret), program.folder());
        } catch (IOException e) {
            throw new McpTrouble(
                    Kind.UNAVAILABLE,
                    "the program of agents.mcp-servers.%s cannot be started: %s".formatted(name, e.getMessage()),
                    e);
        }
    }

    private static String version() {
        return Objects.requireNonNullElse(McpServer.class.getPackage().getImplementationVersion(), "0");
    }

    private void giveBack(McpLink link, boolean inOrder) {
        synchronized (this) {
            if (inOrder && !closed && link.isAlive() && idle.size() < MOST_IDLE) {
                idle.addFirst(link);
                return;
            }
            open.remove(link);
        }
        link.close();
    }

    @Override
    public void close() {
        List<McpLink> all;
        synchronized (this) {
            closed = true;
            all = List.copyOf(open);
            open.clear();
            idle.clear();
        }
        all.forEach(McpLink::close);
    }
}

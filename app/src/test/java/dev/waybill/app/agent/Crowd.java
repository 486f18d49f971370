package dev.waybill.app.agent;

import dev.waybill.base.json.JsonObject;
import java.io.IOException;
import java.net.http.HttpClient;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/// Several processes on one data directory. Each may be killed at any time, and another takes its place.
final class Crowd implements AutoCloseable {

    /// Who is there. A chat has a `waybill mcp` of its own.
    enum Member {
        FIRST_CHAT,
        SECOND_CHAT,
        SERVER
    }

    private final DataDirectory directory;
    private final HttpClient client = HttpClient.newHttpClient();
    private final Map<Member, Agent> agents = new ConcurrentHashMap<>();
    private String key = "";

    Crowd(DataDirectory directory) throws IOException, InterruptedException {
        this.directory = directory;
        for (Member member : Member.values()) {
            start(member);
        }
    }

    private void start(Member member) throws IOException, InterruptedException {
        agents.put(member, member == Member.SERVER ? server() : chat());
    }

    /// An agent looks what there is before it begins; that opens the store.
    private Agent chat() throws IOException, InterruptedException {
        Agent agent = directory.mcp();
        agent.call("workflow_list", JsonObject.EMPTY);
        return agent;
    }

    private Agent server() throws IOException, InterruptedException {
        Served served = directory.serve(key);
        key = served.key();
        return new HttpAgent(client, served);
    }

    /// Calls through one of them.
    Answer call(Member member, Ledger.Advance advance) throws IOException, InterruptedException {
        return agent(member).call("workflow_advance", advance.request()).good();
    }

    Agent agent(Member member) {
        return agents.getOrDefault(member, (_, _) -> {
            throw new IOException(member + " has not started");
        });
    }

    static Member anyBut(Member member, Random random) {
        List<Member> others =
                Stream.of(Member.values()).filter(other -> other != member).toList();
        return others.get(random.nextInt(others.size()));
    }

    /// `kill -9`, and a new one.
    void kill(Member member) throws IOException, InterruptedException {
        end(agent(member));
        start(member);
    }

    private static void end(Agent agent) {
        switch (agent) {
            case McpAgent mcp -> mcp.close();
            case HttpAgent http -> http.server().close();
            default -> throw new IllegalStateException("who is " + agent + "?");
        }
    }

    @Override
    public void close() {
        agents.values().forEach(Crowd::end);
        client.close();
    }
}

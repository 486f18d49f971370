package dev.waybill.app.host;

import dev.waybill.agents.Outside;
import dev.waybill.agents.conformance.ConformanceAgents;
import dev.waybill.agents.live.AgentLimits;
import dev.waybill.agents.model.config.Models;
import dev.waybill.agents.model.mock.MockModel;
import dev.waybill.agents.pack.AgentRegistry;
import dev.waybill.agents.pack.HostCapabilities;
import dev.waybill.agents.pack.PackFolders;
import dev.waybill.agents.pack.PackShelf;
import dev.waybill.agents.part.Parts;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.Secret;
import dev.waybill.app.config.Settings;
import dev.waybill.base.json.JsonObject;
import dev.waybill.host.wiring.StandardNodes;
import dev.waybill.runtime.egress.Egress;
import dev.waybill.runtime.egress.EgressRules;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// What the configuration says about the world around a host.
public final class Surroundings {

    /// No variable of a user's: nobody but the flag of `serve` sets it.
    private static final String FOR_TESTS = "waybill for tests";

    private Surroundings() {}

    public static Outside of(Environment environment) {
        return new Outside(
                egress(environment),
                Settings.MODELS.in(environment).orElse(JsonObject.EMPTY),
                Settings.MCP_SERVERS.in(environment).orElse(JsonObject.EMPTY),
                Settings.REMOTE_AGENTS.in(environment).orElse(JsonObject.EMPTY),
                Settings.PROGRAMS.in(environment).orElse(JsonObject.EMPTY),
                Settings.SECRETS.in(environment).orElse(JsonObject.EMPTY),
                reference -> Secret.text(reference, environment),
                parts(environment));
    }

    /// The packs that this user has added, and those of the folders that the configuration names.
    public static AgentRegistry agents(Environment environment) {
        return agents(environment, capabilities(environment, false));
    }

    static AgentRegistry agents(Environment environment, HostCapabilities host) {
        List<Path> folders = Settings.PACKS.in(environment).orElse(List.of()).stream()
                .map(WorkflowFolders::path)
                .toList();
        AgentRegistry agents = PackFolders.load(shelf(environment), folders, host);
        return isForTests(environment) ? ConformanceAgents.beside(agents, host) : agents;
    }

    /// The same surroundings for a host that test suites look at: it has agents of its own.
    public static Environment forTests(Environment environment) {
        return environment.with(FOR_TESTS, "on");
    }

    private static boolean isForTests(Environment environment) {
        return environment.variable(FOR_TESTS).isPresent();
    }

    /// Whether a model besides the mock is configured.
    static boolean thinks(Environment environment) {
        return Models.names(Settings.MODELS.in(environment).orElse(JsonObject.EMPTY)).stream()
                .anyMatch(name -> !name.equals(MockModel.NAME));
    }

    /// What packs may ask of this host, as it is configured.
    ///
    /// @param serves whether others reach it
    public static HostCapabilities capabilities(Environment environment, boolean serves) {
        List<String> idle = new ArrayList<>();
        if (Settings.MCP_SERVERS.in(environment).orElse(JsonObject.EMPTY).isEmpty()) {
            idle.add("mcp");
        }
        if (!serves
                && Settings.REMOTE_AGENTS
                        .in(environment)
                        .orElse(JsonObject.EMPTY)
                        .isEmpty()) {
            idle.add("a2a");
        }
        return HostCapabilities.ours().without(idle);
    }

    /// The node types of this host, agents at work among them.
    ///
    /// @param record where traffic with models is recorded; null where the configuration says it, or nowhere
    static StandardNodes nodes(Environment environment, @Nullable String record) {
        Outside outside = of(environment);
        return new StandardNodes(
                record == null ? outside : outside.withModels(outside.models().with("record", record)),
                () -> agents(environment),
                Settings.TOOLS.in(environment).orElse(JsonObject.EMPTY),
                environment.clock(),
                UnaryOperator.identity(),
                isForTests(environment) ? receivers(environment) : null);
    }

    static AgentLimits agentLimits(Environment environment) {
        return new AgentLimits(
                Settings.AGENT_STEPS.orUsual(environment),
                Settings.AGENT_TOOL_CALLS.orUsual(environment),
                Settings.AGENT_ANSWER.orUsual(environment));
    }

    /// The optional parts of this installation.
    public static Parts parts(Environment environment) {
        List<Path> places = new ArrayList<>();
        Settings.PARTS.in(environment).orElse(List.of()).forEach(place -> places.add(WorkflowFolders.path(place)));
        environment.launched().ifPresent(home -> places.addAll(List.of(home.resolve("parts"), home)));
        return new Parts(places);
    }

    public static PackShelf shelf(Environment environment) {
        return new PackShelf(environment.configuration().resolve("packs"));
    }

    /// The way to those who asked to be called. Workflows are what the operator runs, receivers are whoever a tenant
    /// names: private networks are opened to each of them by a setting of its own.
    static Egress receivers(Environment environment) {
        Egress usual = egress(environment);
        return usual.under(new EgressRules(usual.rules().allowed(), Settings.WEBHOOKS_PRIVATE.orUsual(environment)));
    }

    /// The one way out, under the operator's rules.
    public static Egress egress(Environment environment) {
        return new Egress(new EgressRules(
                Settings.EGRESS.in(environment).orElse(List.of()), Settings.EGRESS_PRIVATE.orUsual(environment)));
    }
}

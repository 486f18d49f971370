package dev.waybill.app.command.agent;

import dev.waybill.agents.pack.AgentManifest;
import dev.waybill.agents.pack.HostCapabilities;
import dev.waybill.agents.pack.Pack;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.cli.Operand;
import dev.waybill.app.cli.Option;
import dev.waybill.app.cli.ToldCommand;
import dev.waybill.app.host.Surroundings;
import dev.waybill.app.host.WorkflowFolders;
import dev.waybill.base.json.JsonException;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonReader;
import dev.waybill.receipt.key.VerificationKey;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// `waybill pack add`: takes a copy of a pack of agents, and pins it.
public final class PackAddCommand extends ToldCommand {

    private final Operand<String> path =
            takes(Operand.text("PATH", "The folder with the pack.json.").required("the folder of a pack"));
    private final Option<Path> signer =
            takes(Option.path("--signed-by", "JWK", "Take it only if this public key signed it (pack.sig)."));

    public PackAddCommand(Environment environment) {
        super(
                environment,
                "Add a pack of agents: check it, copy it, pin its digest.",
                "The copy is in ~/.config/waybill/packs. A pack that is changed there is no longer used;",
                "add it again to take a newer version.");
    }

    @Override
    public ExitCode call() throws IOException {
        Path folder = WorkflowFolders.path(path.given());
        if (!Files.isDirectory(folder)) {
            throw Failure.unreadable("there is no folder " + folder, "Name the folder that holds the pack.json.");
        }
        HostCapabilities host = Surroundings.capabilities(environment, false);
        Pack pack = Surroundings.shelf(environment).add(folder, host, key());
        return answer(PackSheet.json(pack, ""), out -> print(out, pack, host));
    }

    private @Nullable VerificationKey key() throws IOException {
        Path file = signer.value();
        if (file == null) {
            return null;
        }
        try {
            return VerificationKey.fromJwk(JsonReader.readObject(Files.readAllBytes(file), JsonLimits.DOCUMENT));
        } catch (JsonException | IllegalArgumentException e) {
            throw Failure.unreadable("%s is no public key: %s".formatted(file, e.getMessage()), "Give a public JWK.");
        }
    }

    private void print(PrintStream out, Pack pack, HostCapabilities host) {
        out.println("added   " + pack.name() + " " + pack.version());
        out.println("digest  " + pack.digest());
        if (pack.signed()) {
            out.println("signed  "
                    + (signer.value() == null
                            ? "yes, by nobody that you named; --signed-by JWK checks it"
                            : "yes, by the key of " + signer.value()));
        }
        for (AgentManifest agent : pack.agents()) {
            List<String> degraded = host.degraded(pack, agent);
            out.println("agent   " + agent.agentId()
                    + (degraded.isEmpty() ? "" : "   without " + String.join(", ", degraded)));
        }
        if (!pack.nodeTypes().isEmpty()) {
            out.println("nodes   " + pack.nodeTypes().size() + " types; waybill pack list tells which this host knows");
        }
        if (!pack.agents().isEmpty()) {
            out.println("next    waybill agents " + pack.agents().getFirst().agentId());
        }
    }
}

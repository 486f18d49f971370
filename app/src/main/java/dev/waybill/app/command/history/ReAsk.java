package dev.waybill.app.command.history;

import dev.waybill.agents.model.BudgetSpent;
import dev.waybill.agents.model.again.AskedAgain;
import dev.waybill.agents.model.again.AskingAgain;
import dev.waybill.agents.model.again.Likeness;
import dev.waybill.agents.model.config.Models;
import dev.waybill.agents.model.config.NoSuchModel;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.host.Hosts;
import dev.waybill.app.host.RunIds;
import dev.waybill.app.host.Surroundings;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.engine.state.PublicView;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.RunId;
import dev.waybill.journal.store.EventPages;
import dev.waybill.journal.store.RunStore;
import dev.waybill.runtime.RunReader;
import dev.waybill.view.run.EventText;
import dev.waybill.view.text.Count;
import dev.waybill.view.text.SafeText;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What models say today to what a run has asked them. The run is only read.
final class ReAsk {

    private final RunId run;
    private final List<AskedAgain> asked = new ArrayList<>();
    private final boolean showing;
    private @Nullable String stopped;

    private ReAsk(RunId run, boolean showing) {
        this.run = run;
        this.showing = showing;
    }

    /// @param model who is asked; null for whoever was asked then
    static ReAsk of(Environment environment, RunStore store, String named, @Nullable String model)
            throws InterruptedException {
        RunReader reader = RunReader.of(store, Hosts.OPERATOR);
        RunId run = RunIds.resolve(reader, named);
        RunState state = reader.state(run);
        ReAsk report = new ReAsk(run, !PublicView.hidesAnything(state));
        try {
            new AskingAgain(Models.of(Surroundings.of(environment)), state, model)
                    .all(new EventPages(reader, run), report.asked::add);
        } catch (BudgetSpent e) {
            report.stopped = e.toNodeResult() instanceof NodeResult.Failed(var error) ? error.message() : "budget";
        } catch (NoSuchModel e) {
            throw new Failure(ExitCode.NO, NoSuchModel.CODE, String.valueOf(e.getMessage()), "See agents.models.");
        }
        return report;
    }

    RunId run() {
        return run;
    }

    /// The first request whose answer would have led the run another way.
    Optional<AskedAgain> parting() {
        return asked.stream()
                .filter(each -> each.likeness() == Likeness.DIFFERENT || each.likeness() == Likeness.REFUSED)
                .findFirst();
    }

    /// Whether the run would have gone the way that it went, as far as anybody can say.
    boolean isLike() {
        return stopped == null
                && asked.stream().allMatch(each -> each.likeness().isLike());
    }

    private Map<Likeness, Long> counts() {
        Map<Likeness, Long> counts = new EnumMap<>(Likeness.class);
        asked.forEach(each -> counts.merge(each.likeness(), 1L, Long::sum));
        return counts;
    }

    /// @param branch the run that goes on from where they part; null when there is none
    JsonObject toJson(@Nullable RunId branch) {
        JsonObject.Builder sums = JsonObject.builder();
        counts().forEach((likeness, count) -> sums.put(likeness.wire(), JsonNumber.of(count)));
        List<JsonValue> rows = new ArrayList<>();
        asked.forEach(each -> rows.add(each.toJson(showing)));
        return JsonObject.builder()
                .put("sourceRunId", run.value())
                .put("like", isLike())
                .put("counts", sums.build())
                .put("requests", new JsonArray(rows))
                .putIfPresent("stopped", stopped)
                .putIfPresent("branchRunId", branch == null ? null : branch.value())
                .build();
    }

    void print(PrintStream out) {
        if (asked.isEmpty() && stopped == null) {
            out.println(run + " has asked no model, or was recorded before requests were kept");
            return;
        }
        for (AskedAgain each : asked) {
            out.println("event %d  %s  %s  %s"
                    .formatted(
                            each.sequence(),
                            SafeText.of(each.nodeId()),
                            SafeText.of(
                                    each.then().equals(each.now()) ? each.now() : each.then() + " -> " + each.now()),
                            each.likeness().wire()));
            if (each.why() != null) {
                out.println("  " + SafeText.of(each.why()));
            } else if (!each.likeness().isLike()) {
                out.println("  then  " + said(each.recorded()));
                out.println("  now   " + said(each.answered()));
            }
        }
        if (stopped != null) {
            out.println("stopped: " + SafeText.of(stopped));
        }
        List<String> sums = new ArrayList<>();
        counts().forEach((likeness, count) -> sums.add(count + " " + likeness.wire()));
        out.println(Count.of(asked.size(), "request") + ": " + String.join(", ", sums));
    }

    private String said(@Nullable JsonObject what) {
        if (what == null) {
            return "–";
        }
        return showing ? EventText.value(what) : what.string("kind").orElse("") + " (what this run says is sensitive)";
    }
}

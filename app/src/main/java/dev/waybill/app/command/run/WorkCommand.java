package dev.waybill.app.command.run;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.ToldCommand;
import dev.waybill.app.command.NativeCrypto;
import dev.waybill.app.host.Farewell;
import dev.waybill.app.host.HostOptions;
import dev.waybill.app.host.Hosts;
import dev.waybill.app.host.OpenHost;
import dev.waybill.app.host.Triggers;
import dev.waybill.app.host.WorkflowFolders;
import dev.waybill.host.wiring.HostTrouble;
import dev.waybill.runtime.trigger.TriggerLoop;
import dev.waybill.runtime.webhook.WebhookPost;
import java.util.concurrent.CountDownLatch;

/// `waybill work`: works on every run of a store until it is told to stop.
public final class WorkCommand extends ToldCommand {

    private final WorkflowFolders workflows = takes(new WorkflowFolders());
    private final HostOptions options = takes(HostOptions.forWork());

    public WorkCommand(Environment environment) {
        super(
                environment,
                "Work on all runs: start what is ready, fire timers, take over from processes that died.",
                "Stops on Ctrl-C or SIGTERM; another process picks up where this one left off.");
    }

    @Override
    public ExitCode call() throws Exception {
        NativeCrypto.install();
        WorkLog log = new WorkLog(environment, common);
        HostTrouble trouble = new HostTrouble(log::trouble);
        try (OpenHost open = new Hosts(environment, options, "work")
                        .forAllRuns(
                                workflows.catalog(environment, null),
                                trouble,
                                store -> WatchedStore.of(store, log.watching(store)));
                WebhookPost _ = open.outgoing().post(log::trouble);
                TriggerLoop _ =
                        new Triggers(environment, open, workflows.catalog(environment, null)).loop(log::trouble);
                Farewell farewell = new Farewell(ExitCode.YES, () -> {
                    open.giveBack();
                    log.stopped();
                })) {
            log.ready(open.store());
            return farewell.during(() -> {
                try {
                    new CountDownLatch(1).await();
                } catch (InterruptedException _) {
                    log.stopped();
                }
                return ExitCode.YES;
            });
        }
    }
}

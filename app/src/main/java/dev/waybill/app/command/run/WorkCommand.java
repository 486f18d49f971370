package dev.waybill.app.command.run;

import dev.waybill.app.cli.Command;
import dev.waybill.app.cli.CommonOptions;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Usage;
import dev.waybill.app.command.NativeCrypto;
import dev.waybill.app.host.Farewell;
import dev.waybill.app.host.HostOptions;
import dev.waybill.app.host.Hosts;
import dev.waybill.app.host.OpenHost;
import dev.waybill.app.host.WorkflowFolders;
import dev.waybill.host.wiring.HostTrouble;
import dev.waybill.runtime.webhook.WebhookPost;
import java.util.concurrent.CountDownLatch;

/// `waybill work`: works on every run of a store until it is told to stop.
public final class WorkCommand implements Command {

    private final Environment environment;

    private final CommonOptions common = new CommonOptions();
    private final HostOptions options = HostOptions.forWork();

    private final WorkflowFolders workflows = new WorkflowFolders();

    public WorkCommand(Environment environment) {
        this.environment = environment;
    }

    @Override
    public Usage usage() {
        return Usage.of(
                        "Work on all runs: start what is ready, fire timers, take over from processes that died.",
                        workflows,
                        options,
                        common)
                .footer("Stops on Ctrl-C or SIGTERM; another process picks up where this one left off.");
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

package dev.waybill.doors.mcp;

import java.time.Duration;

/// Notices when the process that started this one is gone. A killed client does not always close our input: another
/// child may have inherited its end of the pipe.
final class ParentWatch {

    private static final Duration PAUSE = Duration.ofSeconds(1);

    private ParentWatch() {}

    static void start(Runnable gone) {
        ProcessHandle.current()
                .parent()
                .ifPresent(parent -> Thread.ofVirtual().name("parent-watch").start(() -> await(parent, gone)));
    }

    private static void await(ProcessHandle parent, Runnable gone) {
        try {
            while (parent.isAlive()) {
                Thread.sleep(PAUSE);
            }
            gone.run();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}

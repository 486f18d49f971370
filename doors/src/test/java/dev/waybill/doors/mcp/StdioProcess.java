package dev.waybill.doors.mcp;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A process of its own that serves [TwoSteps] on standard input and output, as `waybill mcp` does.
final class StdioProcess {

    private StdioProcess() {}

    static void main(String[] args) {
        // Not protocol: must not reach standard output once the door is open.
        McpStdio.serveProcess(
                McpTools.standard(),
                () -> {
                    System.out.println("the tools are opened");
                    return new TwoSteps();
                },
                StdioClient.EVERYBODY,
                "0.0.1",
                System.in,
                new FileOutputStream(FileDescriptor.out));
    }

    /// The command line that starts it.
    static List<String> command(String... options) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(options));
        command.addAll(List.of(
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                StdioProcess.class.getName()));
        return command;
    }
}

package dev.waybill.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The examples of a page, and of the test that runs them: the page shows the code that the test has tried.
public final class CodeBlocks {

    private CodeBlocks() {}

    /// What stands between two lines of a file, each time they occur.
    public static List<String> of(Path file, String begin, String end) throws IOException {
        List<String> blocks = new ArrayList<>();
        StringBuilder block = null;
        for (String line : Files.readAllLines(file)) {
            if (line.strip().equals(begin)) {
                block = new StringBuilder();
            } else if (line.strip().equals(end) && block != null) {
                blocks.add(block.toString().stripTrailing().stripIndent());
                block = null;
            } else if (block != null) {
                block.append(line).append('\n');
            }
        }
        return blocks;
    }
}

package dev.waybill.evidence.write;

import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// Another program that holds a log's lock for a while and writes under it, in two halves.
final class LockHolder {

    private LockHolder() {}

    public static void main(String[] arguments) throws Exception {
        try (FileChannel channel =
                        FileChannel.open(Path.of(arguments[0]), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
                var _ = channel.lock()) {
            System.out.println("locked");
            channel.write(ByteBuffer.wrap("{\"id\":".getBytes(StandardCharsets.UTF_8)));
            Thread.sleep(500);
            channel.write(ByteBuffer.wrap("\"theirs\"}\n".getBytes(StandardCharsets.UTF_8)));
        }
    }
}

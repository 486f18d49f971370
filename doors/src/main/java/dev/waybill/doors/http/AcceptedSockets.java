package dev.waybill.doors.http;

import io.helidon.common.socket.SocketOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketOption;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/// Options of sockets that tell somebody of each socket that they are applied to.
record AcceptedSockets(SocketOptions options, Listener listener) implements SocketOptions {

    /// Hears of accepted sockets.
    @FunctionalInterface
    interface Listener {
        void accepted(SocketChannel socket) throws IOException;
    }

    @Override
    public void configureSocket(SocketChannel socket) {
        options.configureSocket(socket);
        try {
            listener.accepted(socket);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public Map<SocketOption<?>, Object> socketOptions() {
        return options.socketOptions();
    }

    @Override
    public Duration connectTimeout() {
        return options.connectTimeout();
    }

    @Override
    public Duration readTimeout() {
        return options.readTimeout();
    }

    @Override
    public Optional<Integer> socketReceiveBufferSize() {
        return options.socketReceiveBufferSize();
    }

    @Override
    public Optional<Integer> socketSendBufferSize() {
        return options.socketSendBufferSize();
    }

    @Override
    public boolean socketReuseAddress() {
        return options.socketReuseAddress();
    }

    @Override
    public boolean socketKeepAlive() {
        return options.socketKeepAlive();
    }

    @Override
    public boolean tcpNoDelay() {
        return options.tcpNoDelay();
    }
}

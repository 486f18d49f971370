package dev.waybill.doors.http;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Asks, as a client would, whether somebody still listens: a server socket that cannot accept for want of
/// files ends without a word, while the process lives on.
final class Listening {

    private static final Duration INTERVAL = Duration.ofSeconds(3);
    private static final int ANSWERS_WITHIN_MILLIS = 2_000;

    private final InetSocketAddress address;
    private final CountDownLatch closed = new CountDownLatch(1);

    Listening(String host, int port) {
        this.address = new InetSocketAddress(reachable(host), port);
    }

    /// Returns when nobody listens any more.
    ///
    /// @return false when the server was closed
    boolean awaitLoss() throws InterruptedException {
        int refusals = 0;
        while (refusals < 2) {
            if (closed.await(INTERVAL.toMillis(), TimeUnit.MILLISECONDS)) {
                return false;
            }
            refusals = isRefused() ? refusals + 1 : 0;
        }
        return closed.getCount() > 0;
    }

    private boolean isRefused() {
        try (Socket socket = new Socket()) {
            socket.connect(address, ANSWERS_WITHIN_MILLIS);
            return false;
        } catch (ConnectException _) {
            return true;
        } catch (IOException _) {
            // No file is left for asking either, or the server is slow: that says nothing about listening.
            return false;
        }
    }

    private static InetAddress reachable(String host) {
        try {
            InetAddress named = InetAddress.getByName(host);
            return named.isAnyLocalAddress() ? InetAddress.getLoopbackAddress() : named;
        } catch (UnknownHostException _) {
            return InetAddress.getLoopbackAddress();
        }
    }

    void close() {
        closed.countDown();
    }
}

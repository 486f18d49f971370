package dev.waybill.bench;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/// One HTTP/1.1 connection, used again and again by one client at a time. It does as little as a client can: client and
/// server share the processors, and what is asked after is the server.
final class KeptConnection implements AutoCloseable {

    private static final String LENGTH = "content-length:";
    private static final int BUFFER = 16 * 1024;

    private final String host;
    private final Socket socket;
    private final InputStream in;

    KeptConnection(URI url) throws IOException {
        this.host = url.getAuthority();
        this.socket = new Socket(url.getHost(), url.getPort());
        this.socket.setTcpNoDelay(true);
        this.in = new BufferedInputStream(socket.getInputStream(), BUFFER);
    }

    record Reply(int status, String body) {}

    /// @param key the API key to show; empty for none
    /// @param body JSON; empty for none
    Reply ask(String method, String path, String key, String body) throws IOException {
        String request = method + " " + path + " HTTP/1.1\r\nHost: " + host
                + (key.isEmpty() ? "" : "\r\nAuthorization: Bearer " + key)
                + (body.isEmpty() ? "" : "\r\nContent-Type: application/json\r\nContent-Length: " + body.length())
                + "\r\n\r\n" + body;
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        String status = line();
        int length = -1;
        for (String header = line(); !header.isEmpty(); header = line()) {
            if (header.toLowerCase(Locale.ROOT).startsWith(LENGTH)) {
                length = Integer.parseInt(header.substring(LENGTH.length()).strip());
            }
        }
        if (length < 0) {
            throw new IOException("expected an answer with its length, found " + status);
        }
        return new Reply(
                Integer.parseInt(status.split(" ", 3)[1]), new String(in.readNBytes(length), StandardCharsets.UTF_8));
    }

    private String line() throws IOException {
        StringBuilder text = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("the server closed the connection");
            }
            if (next != '\r') {
                text.append((char) next);
            }
        }
        return text.toString();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}

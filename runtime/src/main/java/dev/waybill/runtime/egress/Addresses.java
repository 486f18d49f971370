package dev.waybill.runtime.egress;

import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;

/// Which addresses belong to everybody, and which to this machine or its network.
final class Addresses {

    /// Blocks that the registry of special-purpose addresses calls not globally reachable, and the multicast ones.
    private static final List<Block> SPECIAL = List.of(
            block("0.0.0.0", 8),
            block("10.0.0.0", 8),
            block("100.64.0.0", 10),
            block("127.0.0.0", 8),
            block("169.254.0.0", 16),
            block("172.16.0.0", 12),
            block("192.0.0.0", 24),
            block("192.0.2.0", 24),
            block("192.88.99.0", 24),
            block("192.168.0.0", 16),
            block("198.18.0.0", 15),
            block("198.51.100.0", 24),
            block("203.0.113.0", 24),
            block("224.0.0.0", 3),
            block("::", 96),
            block("64:ff9b:1::", 48),
            block("100::", 64),
            block("100:0:0:1::", 64),
            block("2001::", 23),
            block("2001:db8::", 32),
            block("3fff::", 20),
            block("5f00::", 16),
            block("fc00::", 7),
            block("fe80::", 9),
            block("ff00::", 8));

    /// Blocks whose addresses carry one of the fourth version: they lead where that one leads.
    private static final List<Carrier> CARRIERS = List.of(
            new Carrier(block("64:ff9b::", 96), 12),
            new Carrier(block("::ffff:0:0:0", 96), 12),
            new Carrier(block("2002::", 16), 2));

    private Addresses() {}

    @SuppressWarnings("ArrayRecordComponent")
    private record Block(byte[] start, int bits) {
        boolean holds(byte[] address) {
            if (address.length != start.length) {
                return false;
            }
            int whole = bits / Byte.SIZE;
            int rest = bits % Byte.SIZE;
            return Arrays.equals(address, 0, whole, start, 0, whole)
                    && (rest == 0 || ((address[whole] ^ start[whole]) & (0xFF << (Byte.SIZE - rest)) & 0xFF) == 0);
        }
    }

    /// @param offset where the inner address begins
    private record Carrier(Block block, int offset) {}

    static boolean isPublic(InetAddress address) {
        byte[] bytes = address.getAddress();
        if (address instanceof Inet6Address) {
            for (Carrier carrier : CARRIERS) {
                if (carrier.block().holds(bytes)) {
                    byte[] inner = Arrays.copyOfRange(bytes, carrier.offset(), carrier.offset() + Integer.BYTES);
                    return isPublic(of(inner));
                }
            }
        }
        return SPECIAL.stream().noneMatch(block -> block.holds(bytes));
    }

    private static Inet4Address of(byte[] bytes) {
        try {
            return (Inet4Address) InetAddress.getByAddress(bytes);
        } catch (UnknownHostException e) {
            throw new IllegalStateException("four bytes are an address", e);
        }
    }

    private static Block block(String start, int bits) {
        return new Block(InetAddress.ofLiteral(start).getAddress(), bits);
    }
}
